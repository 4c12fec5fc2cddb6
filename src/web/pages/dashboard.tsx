/** `/dashboard`: keys, their use by day, and the plan. Here a new key is shown, once, as soon as it is paid for. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { Layout } from '../parts/Layout.js';
import { Notice } from '../parts/Notice.js';
import { useArrival } from '../account/arrival.js';
import { askAgainOnReturn } from '../account/fresh.js';
import { Keys } from '../account/Keys.js';
import { Leave } from '../account/Leave.js';
import { NewKey } from '../account/NewKey.js';
import { Plan } from '../account/Plan.js';
import { get, getState, post, useLoaded, wordsOf } from '../account/service.js';
import type { AccountView, MadeKey, PricingView, StateView } from '../account/types.js';
import { Use } from '../account/Use.js';
import { mount } from '../mount.js';

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
  const [fault, setFault] = useState<string | null>(null);
  const again = async (): Promise<void> => onState(await getState());
  const tell = (error: unknown): void => setFault(wordsOf(error));

  const paying = useArrival({ onKey: setMade, onDone: again, onFault: tell });

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
      <Leave onLeave={leave} onFault={tell} />
    </>
  );
}

askAgainOnReturn();
mount(<Dashboard />);
