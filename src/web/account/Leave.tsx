/** The ways out of an account: out of every browser, and for good. */
import { useState } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { Confirm } from './Confirm.js';

interface LeaveProps {
  /** Asks the service for it, and says the words once it is done. */
  onLeave: (path: string, words: string) => Promise<void>;
  onFault: (error: unknown) => void;
}

export function Leave({ onLeave, onFault }: LeaveProps) {
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <section aria-labelledby="account-title">
        <h2 id="account-title">Account</h2>
        <div class="row">
          <Button
            onClick={() =>
              void onLeave('/sign-out/everywhere', 'You have signed out here and everywhere else.').catch(onFault)
            }
          >
            Sign out everywhere
          </Button>
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        </div>
      </section>
      {deleting && (
        <Confirm
          title="Delete your account?"
          action="Delete it"
          danger
          onClose={() => setDeleting(false)}
          onConfirm={() => onLeave('/delete', 'Your account has been deleted.')}
        >
          <p>Your keys stop working, and your use and your address are deleted here. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}
