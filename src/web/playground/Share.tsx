/** Taking a view elsewhere: a link, the request for the interface, Lichess. */
import { useState } from 'preact/hooks';
import { lichessAddress, playgroundAddress, type View } from '../address.js';
import { copy } from '../clipboard.js';
import { curlCommand } from '../curl.js';
import { Button } from '../parts/controls.js';

interface ShareProps {
  view: View;
  /** Of the game that is looked at alone: requests hold one. */
  pgn: string | undefined;
  /** The position on the board. */
  fen: string;
}

export function Share({ view, pgn, fen }: ShareProps) {
  const [told, setTold] = useState('');
  const curl = curlFor({ ...view, pgn }, location.origin);
  const take = async (text: string, what: string): Promise<void> => {
    setTold((await copy(text)) ? `${what} copied` : 'This browser does not allow copying here');
  };
  return (
    <section class="share" aria-labelledby="share-title">
      <h2 id="share-title" class="panel-title">
        Share
      </h2>
      <div class="row">
        <Button onClick={() => void take(location.origin + playgroundAddress(view), 'Link')}>Copy link</Button>
        <Button onClick={() => void take(curl, 'Command')}>Copy as curl</Button>
        <a class="button" href={lichessAddress(fen)} target="_blank" rel="noreferrer">
          Open in Lichess <span aria-hidden="true">↗</span>
        </a>
        <span class="small muted" role="status">
          {told}
        </span>
      </div>
      <details>
        <summary>The API request</summary>
        <pre tabIndex={0} aria-label="curl command">
          <code>{curl}</code>
        </pre>
      </details>
    </section>
  );
}

/** The request that gives what the page shows. */
function curlFor({ pgn, fen, depth, patterns }: Omit<View, 'pgn'> & Pick<ShareProps, 'pgn'>, origin: string): string {
  const body = {
    ...(pgn === undefined ? { fen } : { pgn, mode: 'available' }),
    ...(depth === 'l1' && { depth }),
    ...(patterns !== undefined && patterns.length > 0 && { patterns }),
    with_sequence: true,
  };
  const path = pgn === undefined ? '/api/v1/extract' : '/api/v1/extract_game';
  return curlCommand(origin + path, JSON.stringify(body));
}
