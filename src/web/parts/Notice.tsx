/** A word to the visitor: what went wrong and what to do next, or what has just been done. Read out by screen readers as it appears. */
import type { ComponentChildren } from 'preact';

export type NoticeKind = 'info' | 'good' | 'warning' | 'error';

const WORDS: Record<NoticeKind, string> = { info: 'Note', good: 'Done', warning: 'Please note', error: 'Error' };

interface NoticeProps {
  kind?: NoticeKind;
  /** In place of the kind's own word. */
  title?: string;
  children: ComponentChildren;
}

export function Notice({ kind = 'info', title = WORDS[kind], children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      <div>{children}</div>
    </div>
  );
}
