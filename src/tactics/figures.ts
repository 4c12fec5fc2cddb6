/** Numbers as people read them, the same in progress, reports and datasets. */

/** Megabytes (10^6 bytes) with two digits that say something: 41, 4.1, 0.41, 0.041, 0.0041. */
export function megabytesOf(bytes: number): string {
  const value = bytes / 1e6;
  if (!Number.isFinite(value) || value < 0.00005) return '0';
  return value >= 9.95
    ? count(value)
    : value.toFixed([0.995, 0.0995, 0.00995].filter((bound) => value < bound).length + 1);
}

/** A whole number with thousands separated: 12,345. */
export function count(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',') : '0';
}

/** `1 game`, `12,345 games`. */
export function countGames(games: number): string {
  return games === 1 ? '1 game' : `${count(games)} games`;
}

/** `1 game was`, `12,345 games were`. */
export function gamesWere(games: number): string {
  return `${countGames(games)} ${games === 1 ? 'was' : 'were'}`;
}

/** Seconds as 0:07, 3:20, 11:02:45. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}
