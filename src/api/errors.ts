/**
 * The registry of refusals: every status and message that the service answers with, apart from 200.
 *
 * An error answer is exactly `{"error": message}`: clients compare these strings, so they are written once, here, to the letter of
 * the published interface. What is wrong in detail (a ply, a line) goes into the log and the `x-error-detail` header.
 */
import { StoreError } from '../store/errors.js';
import { MailError } from './accounts/mail.js';
import { PaymentDeclinedError, ProviderError, UnsureError } from './accounts/provider.js';
import { TooCostlyError } from './analyst.js';
import { BusyError } from './queue.js';
import { InvalidFenError, InvalidPatternError, InvalidPgnError } from '../tactics/errors.js';

export const REFUSALS = {
  missing_input: { status: 400, message: "Missing 'fen' or 'pgn' field" },
  invalid_fen: { status: 400, message: 'Invalid FEN' },
  invalid_pgn: { status: 400, message: 'Invalid PGN' },
  invalid_pattern: { status: 400, message: 'Invalid pattern' },
  invalid_field: { status: 400, message: 'Invalid field' },
  invalid_json: { status: 400, message: 'Request body is not valid JSON' },
  invalid_utf8: { status: 400, message: 'Request body is not valid UTF-8' },
  encoded_body: { status: 415, message: 'The body must be sent uncompressed, without Content-Encoding' },
  forbidden_field: {
    status: 400,
    message: "No field may be named '__proto__', or 'constructor' with a 'prototype' in it",
  },
  repeated_field: { status: 400, message: 'A field is given more than once' },
  too_many_brackets: { status: 400, message: 'Request body holds too many objects and arrays' },
  not_an_object: { status: 400, message: 'Request body must be a JSON object' },
  wrong_content_type: { status: 400, message: 'Content-Type must be application/json' },
  opponent_in_check: {
    status: 400,
    message: `'side' must be "mover" in this position: the side to move is in check and cannot pass`,
  },
  bad_signature: { status: 400, message: 'The signature is not valid' },
  bad_request: { status: 400, message: 'Bad request' },
  unauthorized: { status: 401, message: 'Missing or invalid API key' },
  signed_out: { status: 401, message: 'Sign in first' },
  declined: { status: 402, message: 'The payment was declined; nothing has changed. Try another card' },
  csrf: { status: 403, message: 'This page is out of date; reload it and try again' },
  not_for_sale: { status: 403, message: 'Plans cannot be bought here: the operator has not set up payments' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  conflict: { status: 409, message: 'This cannot be done now' },
  link_miscopied: {
    status: 400,
    message: 'This link was not copied exactly: copy the whole link from the e-mail, or ask for a new one',
  },
  link_spent: { status: 410, message: 'This link has been used or has expired; ask for a new one' },
  request_timeout: { status: 408, message: 'Request not received in time' },
  body_too_large: { status: 413, message: 'Request body is too large' },
  too_costly: { status: 413, message: 'The game has too many positions or tactics' },
  rate_limited: { status: 429, message: 'Rate limit exceeded' },
  daily_cap: { status: 429, message: 'Daily game analysis limit reached. Upgrade for higher limits.' },
  range_not_satisfiable: { status: 416, message: 'This file ends before the range that is asked for' },
  headers_too_large: { status: 431, message: 'Request headers are too large' },
  internal: { status: 500, message: 'Internal server error' },
  mail_failed: { status: 502, message: 'The e-mail could not be sent; check the address, or try again later' },
  payments_failed: {
    status: 502,
    message: 'The payment service is not working properly; nothing has changed. Try again later',
  },
  payments_unsure: {
    status: 502,
    message:
      'The payment service is not working properly, and may have carried this out all the same. Check again later',
  },
  not_ready: { status: 503, message: 'Not ready' },
  busy: { status: 503, message: 'The service is busy; try again later' },
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** A refusal on its way to the client. `message` is what the client reads. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;

  /**
   * @param code entry of the registry, which gives the status
   * @param message in place of the registry's own, where it names a field or a value
   * @param detail for the log and the detail header; never anything secret
   * @param retryAfter seconds after which it may be tried again
   */
  constructor(
    readonly code: RefusalCode,
    message: string = REFUSALS[code].message,
    readonly detail?: string,
    readonly retryAfter?: number,
  ) {
    super(message);
    this.statusCode = REFUSALS[code].status;
  }
}

/** Letters of a wrong name that are sent back. */
const NAME_SHOWN = 100;

/** What a client has named, as it is sent back to it: cut, and with no halves of characters, which some readers of JSON refuse. */
export function shown(name: string, most = NAME_SHOWN): string {
  return Buffer.from(name.slice(0, most)).toString();
}

/** In the published words, which list no patterns. */
function invalidPattern(name: string): ApiError {
  return new ApiError('invalid_pattern', `Invalid pattern: ${shown(name)}`);
}

/** The framework's own refusals, by its error codes. */
const FRAMEWORK: Record<string, RefusalCode> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'missing_input',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_CSRF_MISSING_SECRET: 'csrf',
  FST_CSRF_INVALID_TOKEN: 'csrf',
};

/** The validator's first complaint, as far as it is needed here. */
export interface Complaint {
  keyword: string;
  /** JSON pointer to the value at fault; empty for the body itself. */
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
  /** The value at fault. */
  data?: unknown;
  /** What the value was held against. */
  parentSchema?: { enum?: readonly string[]; minItems?: number; maxItems?: number; description?: string };
}

/**
 * Whatever was thrown -> the refusal to answer with. Anything that is not the client's doing is `internal`: its text stays inside.
 * @param bodyLimit bytes that the route takes
 */
export function toApiError(error: unknown, bodyLimit?: number): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof InvalidFenError) return new ApiError('invalid_fen', undefined, error.detail);
  if (error instanceof InvalidPgnError) return new ApiError('invalid_pgn', undefined, error.detail);
  if (error instanceof InvalidPatternError) return invalidPattern(error.pattern);
  if (error instanceof BusyError) return new ApiError('busy', undefined, undefined, error.retryAfter);
  if (error instanceof MailError) return new ApiError('mail_failed');
  if (error instanceof PaymentDeclinedError) return new ApiError('declined');
  if (error instanceof UnsureError) return new ApiError('payments_unsure');
  if (error instanceof ProviderError) return new ApiError('payments_failed');
  if (error instanceof StoreError && error.code === 'locked') return new ApiError('busy', undefined, undefined, 1);
  if (error instanceof TooCostlyError) return tooCostly(error);
  if (!(error instanceof Error)) return new ApiError('internal');

  const { code, statusCode, validation, validationContext } = error as Error & {
    code?: string;
    statusCode?: number;
    validation?: Complaint[];
    validationContext?: string;
  };
  if (validation?.[0] !== undefined) {
    return explainComplaint(validation[0], validationContext === 'querystring');
  }
  const known = code === undefined ? undefined : FRAMEWORK[code];
  if (known === 'body_too_large' && bodyLimit !== undefined) return bodyTooLarge(bodyLimit);
  if (known !== undefined) return new ApiError(known);
  if (statusCode === 416) return new ApiError('range_not_satisfiable');
  // An unforeseen refusal of the framework (a cut body, a malformed URL): the client's doing, whatever it is in particular.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError('bad_request', undefined, error.message);
  }
  return new ApiError('internal');
}

/** @param name of the field, or of the parameter of an address */
export function repeatedField(name: string): ApiError {
  return new ApiError('repeated_field', `'${shown(name, 50)}' is given more than once`);
}

/** @param limit bytes */
export function bodyTooLarge(limit: number): ApiError {
  return new ApiError('body_too_large', undefined, `at most ${limit} bytes are accepted here`);
}

function tooCostly({ what, count, limit }: TooCostlyError): ApiError {
  if (what === 'positions') {
    return new ApiError('too_costly', `The game has ${count} positions; at most ${limit} are analysed in one request`);
  }
  return new ApiError(
    'too_costly',
    `The game has ${count} tactics; at most ${limit} are sent in one answer`,
    'ask for fewer patterns, or in mode "played"',
  );
}

/** @param inAddress it is of a parameter of the address, not of a field of the body */
function explainComplaint(complaint: Complaint, inAddress: boolean): ApiError {
  const { keyword, instancePath, params, data, parentSchema } = complaint;
  if (instancePath === '') {
    if (keyword === 'required' && params['missingProperty'] === 'fens') {
      return new ApiError('missing_input', "Missing 'fens' field");
    }
    if (keyword === 'required' || keyword === 'anyOf') return new ApiError('missing_input');
    if (keyword === 'additionalProperties') {
      const name = shown(String(params['additionalProperty']));
      return new ApiError('invalid_field', `'${name}' is not known here`);
    }
    return data === undefined || data === null ? new ApiError('missing_input') : new ApiError('not_an_object');
  }
  const [field = '', index] = instancePath.slice(1).split('/');
  const name = index === undefined ? field : `${field}[${index}]`;
  // what no address holds, but for a parameter that stands in it twice
  if (inAddress && Array.isArray(data)) return repeatedField(name);
  if (field === 'patterns') {
    if (keyword === 'enum') return invalidPattern(String(data));
    const wanted = index === undefined ? 'an array of pattern names' : 'the name of a pattern';
    return new ApiError('invalid_field', `'${name}' must be ${wanted}`);
  }
  if (field === 'fens' && index === undefined) {
    const { minItems = 1, maxItems = 1 } = parentSchema ?? {};
    return new ApiError('invalid_field', `'fens' must be an array of ${minItems} to ${maxItems} FENs`);
  }
  return new ApiError('invalid_field', `'${name}' ${wantedInstead(complaint)}`);
}

/** What has to be there instead: `must be ...`. */
export function wantedInstead({ keyword, message, parentSchema }: Complaint): string {
  const { enum: allowed, description } = parentSchema ?? {};
  if (allowed !== undefined) return `must be ${allowed.map((value) => `"${value}"`).join(' or ')}`;
  // its own words in place of a regular expression
  if (keyword === 'pattern' && description !== undefined) return `must be ${description}`;
  return (message ?? 'is not valid')
    .replace('must be string', 'must be a string')
    .replace('must be boolean', 'must be true or false')
    .replace('must NOT have fewer than 1 characters', 'must not be empty')
    .replace('must NOT have more than', 'must have at most');
}
