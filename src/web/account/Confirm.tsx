/** Asks before something that cannot be undone: a native dialog, so that keyboard, focus and screen readers are the browser's own business. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { Notice } from '../parts/Notice.js';
import { useDeed } from './service.js';

interface ConfirmProps {
  title: string;
  /** What the button that does it says. */
  action: string;
  danger?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}

export function Confirm({ title, action, danger = false, onConfirm, onClose, children }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const { busy, fault, run } = useDeed();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children}
      {fault !== null && <Notice kind="error">{fault}</Notice>}
      <div class="row dialog-buttons">
        <Button onClick={() => dialog.current?.close()}>Leave it as it is</Button>
        <Button
          look={danger ? 'danger' : 'primary'}
          disabled={busy}
          onClick={() =>
            run(async () => {
              await onConfirm();
              dialog.current?.close();
            })
          }
        >
          {action}
        </Button>
      </div>
    </dialog>
  );
}
