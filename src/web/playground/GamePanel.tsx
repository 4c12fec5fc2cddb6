/** What a game has beside its position: who played it, the way through its moves, and what chances there were. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { count as number } from '../../tactics/figures.js';
import type { Pattern } from '../../tactics/types.js';
import { capitalised } from '../../tactics/words.js';
import { download } from '../download.js';
import { askAnnotated } from '../engine/client.js';
import { Icon } from '../parts/Icon.js';
import { Notice } from '../parts/Notice.js';
import { Button } from '../parts/controls.js';
import type { Chance } from './chances.js';
import type { Game, GameState } from './game.js';
import { MoveList } from './MoveList.js';
import { tacticsWords } from './said.js';
import { askServerGame, type Allowance } from './server.js';

export function GameButtons({ ply, count, onPly }: { ply: number; count: number; onPly: (ply: number) => void }) {
  return (
    <div class="row game-buttons" role="group" aria-label="Go through the game">
      <Button look="quiet" label="To the beginning" disabled={ply === 1} onClick={() => onPly(1)}>
        <Icon name="first" />
      </Button>
      <Button look="quiet" label="Previous move" disabled={ply === 1} onClick={() => onPly(ply - 1)}>
        <Icon name="back" />
      </Button>
      <Button look="quiet" label="Next move" disabled={ply === count} onClick={() => onPly(ply + 1)}>
        <Icon name="forward" />
      </Button>
      <Button look="quiet" label="To the end" disabled={ply === count} onClick={() => onPly(count)}>
        <Icon name="last" />
      </Button>
    </div>
  );
}

interface GameChoiceProps {
  /** Of the text's games that can be chosen. */
  titles: readonly string[];
  /** How many the text has. */
  games: number;
  /** 1-based. */
  chosen: number;
  onChoose: (chosen: number) => void;
}

/** Which of the text's games is looked at; nothing where there is only one. */
export function GameChoice({ titles, games, chosen, onChoose }: GameChoiceProps) {
  if (titles.length < 2) return null;
  return (
    <>
      <select
        class="game-choice"
        aria-label="Game in the text"
        value={Math.min(chosen, titles.length)}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      >
        {titles.map((title, index) => (
          <option key={index} value={index + 1}>
            {title}
          </option>
        ))}
      </select>
      {games > titles.length && (
        <p class="small muted">
          The first {titles.length} of {number(games)} games. For whole archives, use "npm run scan".
        </p>
      )}
    </>
  );
}

/** Why the game cannot be read, and where. */
export function GameFault({ fault }: { fault: NonNullable<GameState['fault']> }) {
  const { kind, line, column, detail } = fault;
  const place = line === undefined ? '' : `Line ${line}${column === undefined ? '' : `, column ${column}`}: `;
  return (
    <Notice kind="error" title={kind === 'fault' ? 'This game cannot be read' : 'No analysis'}>
      {capitalised(place + detail)}.{kind === 'fault' && ' Correct it in the box above and analyse again.'}
    </Notice>
  );
}

export function GameTitle({ game }: { game: Game }) {
  const tag = (name: string): string => {
    const value = game.tags.get(name) ?? '';
    return /^[?.*]*$/.test(value) ? '' : value;
  };
  const about = [tag('Event'), tag('Site'), tag('Date').replaceAll('.??', '')].filter((part) => part !== '').join(', ');
  return (
    <div class="game-title">
      <p>
        <strong>{tag('White') || 'White'}</strong> – <strong>{tag('Black') || 'Black'}</strong>{' '}
        <span class="game-result">{tag('Result')}</span>
      </p>
      {about !== '' && <p class="small muted">{about}</p>}
    </div>
  );
}

/** As the service counts them: one before each half-move. What the page knows of the end of the game is more than that. */
function positionsWords(count: number): string {
  return count === 1 ? '1 position' : `${number(count)} positions`;
}

interface GamePanelProps {
  game: Game;
  /** The game's own text, without its neighbours. */
  pgn: string;
  chances: readonly (Chance | null)[];
  ply: number;
  depth: string;
  /** Patterns that are shown; all where none is named. */
  wanted: readonly Pattern[];
  onPly: (ply: number) => void;
  onServer: GameState['replaceTactics'];
  /** How the visitor stands at the free door, as the service has said with its answer. */
  onAllowance: (told: Allowance) => void;
}

export function GamePanel({ game, pgn, chances, ply, depth, wanted, onPly, onServer, onAllowance }: GamePanelProps) {
  const [told, setTold] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => setTold(null), [pgn, depth]);
  const asked = `${depth} ${pgn}`;
  const latest = useRef<string | null>(asked);
  latest.current = asked;
  // whoever has gone to another text has another panel, and this one nothing to say of that game
  useEffect(() => () => void (latest.current = null), []);
  const count = (white: boolean, became: Chance['became']): number =>
    chances.filter(
      (chance) =>
        chance !== null && chance.became === became && (game.fens[chance.index]?.split(' ')[1] === 'w') === white,
    ).length;
  const busy = asking || game.ms === null;
  const ask = async (): Promise<void> => {
    setAsking(true);
    const answer = await askServerGame(pgn, depth);
    setAsking(false);
    if (answer.allowance !== null) onAllowance(answer.allowance);
    if (latest.current !== asked) return; // another text, game or depth was chosen meanwhile
    if ('refused' in answer)
      setTold(`The server did not analyse it: ${answer.refused}. What you see was computed in this page.`);
    else {
      onServer(answer.tactics, answer.ms);
      setTold(`The server answered: ${tacticsWords(answer.tactics.length)}, in ${answer.ms} ms.`);
    }
  };
  const keep = async (): Promise<void> => {
    const reply = await askAnnotated(pgn, wanted);
    if (reply.kind === 'annotated') download(reply.text, 'annotated.pgn', 'application/x-chess-pgn');
    else if (latest.current === asked)
      setTold(`It cannot be written: ${reply.kind === 'fault' ? reply.detail : reply.message}.`);
  };
  return (
    <section class="game-panel" aria-labelledby="game-panel-title">
      <h2 id="game-panel-title" class="panel-title">
        The game
      </h2>
      <table class="tally">
        <thead>
          <tr>
            <td />
            <th scope="col">played</th>
            <th scope="col">missed</th>
          </tr>
        </thead>
        <tbody>
          {[true, false].map((white) => (
            <tr key={String(white)}>
              <th scope="row">{white ? 'White' : 'Black'}</th>
              <td>{count(white, 'played')}</td>
              <td>{count(white, 'missed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoveList chances={chances} sans={game.sans} fens={game.fens} ply={ply} onPly={onPly} />
      <p class="small muted">
        {game.ms === null
          ? 'Being analysed in this page …'
          : `${positionsWords(game.moves.length)}, analysed in this page in ${Math.max(1, Math.round(game.ms))} ms.`}{' '}
        <button type="button" class="link" aria-disabled={busy ? true : undefined} onClick={() => !busy && void ask()}>
          Ask the server too
        </button>{' '}
        (this counts as one of your games today).{' '}
        <button type="button" class="link" onClick={() => void keep()}>
          Download it with its tactics
        </button>{' '}
        (PGN: comments, arrows, and the lines that were missed).
      </p>
      {/* what comes into the page with its words is not read out */}
      <div role="status">{told !== null && <p class="small">{told}</p>}</div>
    </section>
  );
}
