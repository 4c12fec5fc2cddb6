/** Prices, days and limits in words. */
import { count } from '../../tactics/figures.js';
import type { PlanView } from './types.js';

/** `$29`, `$29.50`. */
export function dollars(amount: number): string {
  return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
}

/** @param cents in the currency's smallest unit, of which a hundred make one @param currency three letters, lower case */
export function money(cents: number, currency: string): string {
  return currency === 'usd' ? dollars(cents / 100) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

/** `29 February 2024`, UTC. @param time ISO 8601, or a day */
export function day(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** `29 Feb 2024, 12:05 UTC`. */
export function moment(time: string): string {
  const date = new Date(time);
  const words = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return `${words}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** What a plan lets one do, line by line. */
export function allowances(plan: PlanView): string[] {
  const { requests_per_minute: minute, games_per_day: games, needs_key: key } = plan;
  return [
    minute === null ? 'No limit on requests' : `${count(minute)} requests a minute`,
    games === null ? 'No daily limit on whole games' : `${count(games)} whole games a day, UTC`,
    key ? 'With an API key, at /v1' : 'Without a key, at /api/v1; counted by IP address',
  ];
}
