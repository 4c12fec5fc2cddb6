/** Numbers, sizes and times in words. */

/** 12,345; small ones that are no whole numbers with one digit more. */
export function count(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}

/** 42 s, 3 min 20 s, 2 h 5 min. */
export function duration(seconds: number): string {
  const whole = Math.max(Math.round(seconds), 0);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** 21 Nov 2026, 01:30, where the visitor is. */
export function moment(time: number): string {
  return new Date(time).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** 12 B, 4.2 kB, 1.2 GB; of a thousand, as file managers count. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let rest = value;
  let unit = 0;
  while (rest >= 999.5 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${unit > 0 && rest < 10 ? rest.toFixed(1) : Math.round(rest)} ${units[unit] ?? ''}`;
}

export function kindName(kind: 'nightly' | 'scan'): string {
  return kind === 'nightly' ? 'Night' : 'Scan';
}
