/** Every refusal there is, from the registry that the service answers with. */
import { REFUSALS } from 'motif:refusals';
import { MESSAGES } from './messages.js';

/** Why it comes, and what helps; of those that the interface answers with. A test sees that none is forgotten. */
export const ADVICE: Record<string, string> = {
  missing_input: 'There is nothing to analyse. Send a fen or a pgn; to /extract_batch, send fens.',
  invalid_fen: 'The FEN is malformed, or the position is not legal. The header x-error-detail says why.',
  invalid_pgn:
    'The game cannot be read to its end, or there are several. The header x-error-detail says where and why.',
  invalid_pattern: 'A name in patterns is not one of the ten; the message ends with it.',
  invalid_field: 'A field has a value of the wrong kind; the message names it.',
  invalid_json: 'The body cannot be parsed.',
  invalid_utf8: 'The body is in another encoding. Send UTF-8.',
  encoded_body: 'The body is compressed. Send it uncompressed.',
  forbidden_field: 'Such a name could tamper with the objects of a JavaScript program. Leave the field out.',
  repeated_field: 'The same field occurs twice in the body.',
  too_many_brackets: 'A body may hold at most 1,000 objects and arrays, nested or not.',
  not_an_object: 'The body is JSON, but not an object.',
  wrong_content_type: 'Send the header Content-Type: application/json.',
  opponent_in_check: 'With side "opponent" the side to move passes, which it cannot do in check.',
  bad_request: 'This is not a valid HTTP request. The header x-error-detail may say why.',
  unauthorized: 'At /v1 every request needs the header Authorization: Bearer with a valid key.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'The address is right, but the method is not; the header allow lists the methods that are.',
  request_timeout: 'The request came too slowly.',
  body_too_large: 'At most 64 kB for a position, 256 kB for a batch, 1 MB for a game.',
  too_costly:
    'The request has more positions than one request, or a minute of the plan, allows: send fewer. Or the game has more tactics than one answer may hold: ask for fewer patterns, or in mode played.',
  rate_limited:
    'The plan’s requests of this minute are used up, or too many came from your address without a valid key. The header retry-after says how long to wait.',
  daily_cap: 'The day’s games are used up, until midnight UTC.',
  headers_too_large: 'The request headers are larger than 8 kB.',
  internal: 'Our fault. The header x-request-id names the request in our log.',
  busy: 'There are more requests than can be answered now. The header retry-after says when to try again.',
};

export function Errors() {
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Errors">
      <table class="reference">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Message</th>
            <th scope="col">Why, and what helps</th>
          </tr>
        </thead>
        <tbody>
          {REFUSALS.filter(({ code }) => code in ADVICE).map(({ code, status, message }) => (
            <tr key={code}>
              <td>{status}</td>
              <td>
                {(MESSAGES[code] ?? [message]).map((words) => (
                  <div key={words}>
                    <code>{words}</code>
                  </div>
                ))}
              </td>
              <td>{ADVICE[code]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
