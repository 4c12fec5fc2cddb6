/** Every refusal there is, from the registry that the service answers with. */
import { REFUSALS } from 'motif:refusals';
import { MESSAGES } from './messages.js';

/** Why it comes, and what helps; of those that the interface answers with. A test sees that none is forgotten. */
export const ADVICE: Record<string, string> = {
  missing_input: 'Nothing to analyse was given. Send a fen, or a pgn; to /extract_batch fens.',
  invalid_fen: 'The FEN is malformed, or the position cannot arise. The header x-error-detail says why.',
  invalid_pgn:
    'The game cannot be followed to its end, or there are several. The header x-error-detail says which move.',
  invalid_pattern: 'A name in patterns is none of the ten; the message ends with it.',
  invalid_field: 'A field has a value of the wrong kind; the message names it.',
  invalid_json: 'The body cannot be parsed.',
  invalid_utf8: 'The body is in another encoding. Send UTF-8.',
  encoded_body: 'The body is compressed. Send it as it is.',
  forbidden_field: 'A name in the body would reach into the objects of a program. Leave the field out.',
  repeated_field: 'The same field stands twice in the body.',
  too_many_brackets: 'At most 1,000 objects and arrays may stand in a body, in one another or side by side.',
  not_an_object: 'The body is JSON, but no object.',
  wrong_content_type: 'Send the header Content-Type: application/json.',
  opponent_in_check: 'With side "opponent" the move is passed, which a side in check cannot do.',
  bad_request: 'What came is no HTTP request that can be answered.',
  unauthorized: 'At /v1 every request needs Authorization: Bearer and a key that is valid.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'The address is right, the method is not; the header allow lists those that are.',
  request_timeout: 'The request came too slowly.',
  body_too_large: 'At most 64 kB for a position, 256 kB for a batch, 1 MB for a game.',
  too_costly:
    'More positions than one request, or a minute of the plan, may have: send fewer. Or more tactics of a game than one answer may: ask for fewer patterns, or in mode played.',
  rate_limited:
    'The plan’s requests of this minute are used up, or too many came from your address without a valid key. The header retry-after says how long to wait.',
  daily_cap: 'The day’s games are used up, until midnight UTC.',
  headers_too_large: 'Request headers take more than 8 kB.',
  internal: 'Our fault. The header x-request-id names it in our log.',
  not_ready: 'The service is starting, or its database cannot be read, or is another file now.',
  busy: 'More is asked than can be answered. The header retry-after says when to try again.',
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
