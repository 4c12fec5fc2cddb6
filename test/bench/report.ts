/** Figures beside their floors, as a table and for machines. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { meets, type Figure, type Floor } from './figures.js';
import { markdownTable } from './markdown.js';

/** A figure, and how fast the machine was around it: perft in Mnps by the clock, before and after the stage. */
export interface Measured extends Figure {
  stage: string;
  calibration: number;
}

export interface Machine {
  cpu: string;
  cores: number;
  memory_gb: number;
  node: string;
  platform: string;
  load: number;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    load: loadavg()[0] ?? 0,
  };
}

export function machineLine({ cpu, cores, memory_gb: memory, node, platform, load }: Machine): string {
  return `${cpu}, ${cores} cores, ${memory} GB, Node ${node}, ${platform}, load ${load.toFixed(1)}`;
}

/** Three digits that mean something. */
function digits(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

function floorText(floor: Floor): string {
  return 'least' in floor ? `>= ${floor.least.toLocaleString('en-US')}` : `< ${floor.most}`;
}

function verdict({ wall, cpu, floor }: Figure): string {
  if (floor === undefined) return '';
  if (meets(wall, floor)) return 'yes';
  return cpu !== undefined && meets(cpu, floor) ? 'by cpu time' : 'NO';
}

export function benchTable(figures: readonly Measured[]): string {
  return markdownTable(
    ['figure', 'unit', 'by the clock', 'by cpu time', 'floor', 'met', 'perft then', 'note'],
    figures.map((figure) => [
      figure.name,
      figure.unit,
      digits(figure.wall),
      figure.cpu === undefined ? '' : digits(figure.cpu),
      figure.floor === undefined ? '' : floorText(figure.floor),
      verdict(figure),
      figure.calibration.toFixed(0),
      figure.note ?? '',
    ]),
    true,
  );
}
