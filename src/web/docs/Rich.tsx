/** Text with backticks for code, double asterisks for what is strong, single ones for stress: as `docs/patterns.md` writes it. */
import type { ComponentChildren } from 'preact';
import type { TextBlock } from '../guide.js';

export function Rich({ text }: { text: string }) {
  return <>{text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map(piece)}</>;
}

function piece(text: string): ComponentChildren {
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>;
  if (text.startsWith('**')) return <strong>{text.slice(2, -2)}</strong>;
  if (text.startsWith('*') && text.length > 2) return <em>{text.slice(1, -1)}</em>;
  return text;
}

export function Blocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return (
    <>
      {blocks.map((block, index) =>
        block.kind === 'text' ? (
          <p key={index}>
            <Rich text={block.text} />
          </p>
        ) : (
          <ul key={index}>
            {block.items.map((item) => (
              <li key={item}>
                <Rich text={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </>
  );
}
