/**
 * `/sign-in`: asks for an e-mail address, and signs in by the link that is sent there.
 *
 * The link's token stands behind `#`, which browsers send to nobody; opening the page uses nothing up, pressing its button does.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, Field } from '../parts/controls.js';
import { Layout } from '../parts/Layout.js';
import { Notice } from '../parts/Notice.js';
import { askAgainOnReturn } from '../account/fresh.js';
import { get, goTo, post, Refusal, useDeed, useLoaded } from '../account/service.js';
import type { StateView } from '../account/types.js';
import { mount } from '../mount.js';

const token = location.hash.slice(1);
const goal = new URLSearchParams(location.search).get('goal') ?? '/dashboard';

function SignIn() {
  return (
    <Layout page="sign-in">
      <h1>Sign in</h1>
      {token === '' ? <Ask /> : <FromLink />}
    </Layout>
  );
}

function Ask() {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<{ to: string; delivered: boolean } | null>(null);
  const { busy, fault, run } = useDeed();
  const field = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const began = useRef(false);

  // the form and what is said of its letter take each other's place, and the focus would be gone with either
  useLayoutEffect(() => {
    if (began.current) (sent === null ? field : words).current?.focus();
    began.current = true;
  }, [sent]);

  if (sent !== null) {
    return (
      <div ref={words} tabIndex={-1}>
        <Notice kind="good" title="A link is on its way">
          Open the e-mail to <strong>{sent.to}</strong>, follow its link, and press the button on that page. The link
          works once, within 15 minutes.
        </Notice>
        {!sent.delivered && (
          <Notice title="This service sends no e-mail">
            No mail server is set up, so the link is written to the service’s log, on its console.
          </Notice>
        )}
        <Button onClick={() => setSent(null)}>Use another address</Button>
      </div>
    );
  }
  return (
    <>
      <p class="lead">
        We send you a link, so there is no password to remember or lose. The first sign-in creates your account.
      </p>
      <SignedIn />
      <form
        class="narrow"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            const { delivered } = await post<{ delivered: boolean }>('/sign-in', { email, goal });
            setSent({ to: email.trim(), delivered });
          });
        }}
      >
        <Field label="E-mail address" fault={fault}>
          {(control) => (
            <input
              {...control}
              ref={field}
              type="email"
              autocomplete="email"
              required
              maxLength={254}
              value={email}
              onInput={(e) => setEmail(e.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" disabled={busy}>
          Send me a link
        </Button>
      </form>
      <p class="muted small">
        A cookie keeps you signed in for 30 days and is used for nothing else; there are no other cookies. Your address
        is used for these e-mails and for receipts.
      </p>
    </>
  );
}

/** Where somebody has signed in already. */
function SignedIn() {
  const [state] = useLoaded(() => get<StateView>('/state'));
  const who = state.state === 'here' ? state.value.account?.email : undefined;
  if (who === undefined) return null;
  return (
    <Notice>
      You are signed in as {who}. <a href="/dashboard">Go to your account</a>
    </Notice>
  );
}

function FromLink() {
  const [link] = useLoaded(() => post<{ email: string }>('/sign-in/look', { token }));
  const { busy, fault, run } = useDeed();
  /** Used in another window since it was looked at. */
  const [spent, setSpent] = useState<string | null>(null);
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => words.current?.focus(), [spent]); // the button that had it is gone
  if (link.state === 'waiting') return <p role="status">Checking the link …</p>;
  const why = link.state === 'refused' ? link.why : spent;
  if (link.state === 'refused' || why !== null) {
    return (
      <div ref={words} tabIndex={-1}>
        <Notice kind="error">{why}</Notice>
        <SignedIn />
        <a class="button button-primary" href="/sign-in">
          Ask for another link
        </a>
      </div>
    );
  }
  return (
    <div class="sign-in-as">
      <p class="lead">
        You are about to sign in as <strong>{link.value.email}</strong>.
      </p>
      {fault !== null && <Notice kind="error">{fault}</Notice>}
      <Button
        look="primary"
        disabled={busy}
        onClick={() =>
          run(async () => {
            const { goal: next } = await post<{ goal: string }>('/sign-in/confirm', { token }).catch(
              (error: unknown) => {
                if (error instanceof Refusal && error.status === 410) setSpent(error.message);
                throw error;
              },
            );
            await goTo(next, 'replace'); // the used link is not left behind in the window's history
          })
        }
      >
        Sign in as {link.value.email}
      </Button>
      <p class="muted small">If this is not you, close this page: nothing has happened.</p>
    </div>
  );
}

// a link that is opened in a window where this page stands already changes the address and nothing else
addEventListener('hashchange', () => location.reload());

askAgainOnReturn();
mount(<SignIn />);
