/** `/dashboard`: keys, their use by day, and the plan. Here a new key is shown, once, as soon as it is paid for. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { Layout } from '../parts/Layout.js';
import { Notice } from '../parts/Notice.js';
import { Confirm } from '../account/Confirm.js';
import { askAgainOnReturn } from '../account/fresh.js';
import { Keys } from '../account/Keys.js';
import { NewKey } from '../account/NewKey.js';
import { Plan } from '../account/Plan.js';
import { get, getState, post, useLoaded, wordsOf } from '../account/service.js';
import type { AccountView, MadeKey, PricingView, StateView } from '../account/types.js';
import { Use } from '../account/Use.js';
import { mount } from '../mount.js';

/** The checkout from which the visitor has come back. */
const checkout = new URLSearchParams(location.search).get('checkout');
/** Milliseconds between two looks whether the payment has come, and how often it is looked. */
const PAUSE = 2_000;
const LOOKS = 30;

function Dashboard() {
  const [loaded, setLoaded] = useLoaded(async () => {
    const [pricing, state] = await Promise.all([get<PricingView>('/plans'), getState()]);
    return { pricing, state };
  });
  const [left, setLeft] = useState<string | null>(null);
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => words.current?.focus(), [left]); // the button that had it is gone
  if (loaded.state !== 'here') {
    return (
      <Layout page="dashboard">
        <h1>Your account</h1>
        {loaded.state === 'waiting' ? <p role="status">Loading …</p> : <Notice kind="error">{loaded.why}</Notice>}
      </Layout>
    );
  }
  const { pricing, state } = loaded.value;
  if (state.account === null) {
    const goal = encodeURIComponent(location.pathname + location.search);
    return (
      <Layout page="dashboard">
        <h1>Your account</h1>
        {left !== null && (
          <div ref={words} tabIndex={-1}>
            <Notice kind="good">{left}</Notice>
          </div>
        )}
        <p class="lead">Your keys, their use by day, and your plan.</p>
        <p>
          <a class="button button-primary" href={`/sign-in?goal=${goal}`}>
            Sign in
          </a>
        </p>
        <p>
          No account yet? The first sign-in creates one. <a href="/pricing">See the plans</a>
        </p>
      </Layout>
    );
  }
  return (
    <Layout page="dashboard">
      <Account
        account={state.account}
        state={state}
        pricing={pricing}
        onState={(next) => setLoaded({ pricing, state: next })}
        onLeft={setLeft}
      />
    </Layout>
  );
}

interface AccountProps {
  account: AccountView;
  state: StateView;
  pricing: PricingView;
  onState: (state: StateView) => void;
  /** Nobody has signed in any more; what there is to say of it. */
  onLeft: (words: string) => void;
}

function Account({ account, state, pricing, onState, onLeft }: AccountProps) {
  const [made, setMade] = useState<MadeKey | null>(null);
  const keysTitle = useRef<HTMLHeadingElement>(null);
  const [paying, setPaying] = useState<'looking' | 'late' | null>(checkout === null ? null : 'looking');
  const [fault, setFault] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const again = async (): Promise<void> => onState(await getState());
  const tell = (error: unknown): void => setFault(wordsOf(error));

  useEffect(() => {
    const arrive = async (): Promise<void> => {
      if (checkout !== null) {
        const paid = await untilPaid(checkout);
        setPaying(paid ? null : 'late');
        history.replaceState(null, '', '/dashboard'); // a reload is no second return
      }
      const { account: now } = await get<StateView>('/state');
      if (now?.first_key_due === true) {
        const first = await post<MadeKey | { key: null }>('/keys/first');
        if (first.key !== null) setMade(first);
      }
      await again();
    };
    arrive().catch((error: unknown) => {
      setPaying(null);
      tell(error);
    });
  }, []);

  const leave = async (path: string, words: string): Promise<void> => {
    await post(path);
    onLeft(words);
    // browsers keep pages as they stand, for the way back: there is nothing on this one any more
    onState({ ...state, account: null });
  };
  return (
    <>
      <div class="page-head">
        <h1>Your account</h1>
        <p class="row">
          <span class="muted">{account.email}</span>
          <Button look="quiet" onClick={() => void leave('/sign-out', 'You have signed out.').catch(tell)}>
            Sign out
          </Button>
        </p>
      </div>
      {paying === 'looking' && <p role="status">Waiting for the payment to be confirmed …</p>}
      {paying === 'late' && (
        <Notice kind="warning" title="The payment is not confirmed yet">
          Some ways of paying take a while. Come back to this page later: your key is shown here as soon as the payment
          has arrived.
        </Notice>
      )}
      {fault !== null && <Notice kind="error">{fault}</Notice>}
      {made !== null && (
        <NewKey
          key={made.key}
          secret={made.key}
          onStored={() => {
            setMade(null);
            keysTitle.current?.focus();
          }}
        />
      )}
      <Plan state={state} pricing={pricing} onState={onState} onRefused={() => void again().catch(tell)} />
      <Keys
        account={account}
        title={keysTitle}
        onKey={(next) => {
          setMade(next);
          scrollTo({ top: 0 });
          again().catch(tell);
        }}
        onRefused={() => void again().catch(tell)}
        onRevoked={(id) => {
          if (made?.id === id) setMade(null);
          keysTitle.current?.focus();
          again().catch(tell);
        }}
      />
      <Use account={account} />
      <section aria-labelledby="account-title">
        <h2 id="account-title">Account</h2>
        <div class="row">
          <Button
            onClick={() =>
              void leave('/sign-out/everywhere', 'You have signed out here and everywhere else.').catch(tell)
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
          onConfirm={() => leave('/delete', 'Your account has been deleted.')}
        >
          <p>Your keys stop working, and your use and your address are deleted here. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}

async function untilPaid(id: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const { paid } = await post<{ paid: boolean }>('/checkout/finish', { checkout: id });
    if (paid) return true;
  }
  return false;
}

askAgainOnReturn();
mount(<Dashboard />);
