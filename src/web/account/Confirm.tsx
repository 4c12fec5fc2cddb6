/** Asks before something that cannot be undone: a native dialog, so that keyboard, focus and screen readers are the browser's own business. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { Notice } from '../parts/Notice.js';
import { useDeed } from './service.js';

interface ConfirmProps<T> {
  title: string;
  /** What the button that does it says. */
  action: string;
  danger?: boolean;
  onConfirm: () => Promise<T>;
  /** Called with what was confirmed once the dialog is closed, and the focus free to go elsewhere. */
  onDone?: (value: T) => void;
  /** It was refused: something may have been changed elsewhere. */
  onRefused?: () => void;
  /** @param lost whether the button that has led here is gone, so that the browser could not give the focus back to it */
  onClose: (lost: boolean) => void;
  children: ComponentChildren;
}

export function Confirm<T>(props: ConfirmProps<T>) {
  const { title, action, danger = false, onConfirm, onDone, onRefused, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const { busy, fault, run } = useDeed();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const closed = (): void => {
    const { activeElement: focused, body } = document;
    // where there is nothing to give it back to, what has the focus in the dialog may keep it till the page is next drawn
    onClose(focused === body || dialog.current?.contains(focused) === true);
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={heading} onClose={closed}>
      <h2 id={heading}>{title}</h2>
      {children}
      {fault !== null && <Notice kind="error">{fault}</Notice>}
      <div class="row dialog-buttons">
        <Button onClick={() => dialog.current?.close()}>Never mind</Button>
        <Button
          look={danger ? 'danger' : 'primary'}
          disabled={busy}
          onClick={() =>
            run(async () => {
              const value = await onConfirm().catch((error: unknown) => {
                onRefused?.();
                throw error;
              });
              dialog.current?.close();
              onDone?.(value);
            })
          }
        >
          {action}
        </Button>
      </div>
    </dialog>
  );
}
