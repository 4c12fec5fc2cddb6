/** `/pricing`: the plans as the service enforces them, and the way to buy one. */
import { Button } from '../parts/controls.js';
import { Layout } from '../parts/Layout.js';
import { Notice } from '../parts/Notice.js';
import { askAgainOnReturn } from '../account/fresh.js';
import { get, getState, goTo, post, useDeed, useLoaded } from '../account/service.js';
import type { PlanView, PricingView, StateView } from '../account/types.js';
import { allowances, dollars } from '../account/words.js';
import { mount } from '../mount.js';

/** What the visitor was about to buy before signing in. */
const wanted = new URLSearchParams(location.search).get('buy');

function Pricing() {
  const [loaded] = useLoaded(async () => {
    const [pricing, state] = await Promise.all([get<PricingView>('/plans'), getState()]);
    return { pricing, state };
  });
  return (
    <Layout page="pricing" wide>
      <h1>Pricing</h1>
      <p class="lead">One engine, the same answers for everybody. Plans differ in how much you may ask.</p>
      {loaded.state === 'waiting' && <p role="status">Loading the plans …</p>}
      {loaded.state === 'refused' && <Notice kind="error">{loaded.why}</Notice>}
      {loaded.state === 'here' && <Plans {...loaded.value} />}
    </Layout>
  );
}

function Plans({ pricing, state }: { pricing: PricingView; state: StateView }) {
  const { busy, fault, run } = useDeed();
  const buy = (plan: PlanView): void => {
    if (state.account === null)
      return location.assign(`/sign-in?goal=${encodeURIComponent(`/pricing?buy=${plan.name}`)}`);
    run(async () => {
      const { url } = await post<{ url: string }>('/checkout', { plan: plan.name });
      await goTo(url);
    });
  };
  const next = pricing.plans.find(({ name, for_sale: sold }) => sold && name === wanted);
  return (
    <>
      <Testing checkout={pricing.checkout} />
      {fault !== null && <Notice kind="error">{fault}</Notice>}
      {next !== undefined && state.account !== null && state.account.plan === null && pricing.checkout !== 'none' && (
        <Notice title={`You are signed in as ${state.account.email}.`}>
          <Button look="primary" disabled={busy} onClick={() => buy(next)}>
            Continue to checkout: {next.title}
          </Button>
        </Notice>
      )}
      <ul class="cards plans">
        {pricing.plans.map((plan) => (
          <li key={plan.name} class="card plan">
            <h2>{plan.title}</h2>
            <p class="plan-price">
              {plan.price_per_month === null ? (
                'On request'
              ) : (
                <>
                  {dollars(plan.price_per_month)} <span class="muted">a month</span>
                </>
              )}
            </p>
            <p class="muted">{plan.description}</p>
            <ul class="plan-facts">
              {allowances(plan).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p class="plan-action">
              <Action plan={plan} pricing={pricing} state={state} busy={busy} buy={buy} />
            </p>
          </li>
        ))}
      </ul>
      <p class="muted">
        {pricing.note} Cancel at any time: a plan then ends with the month that is paid for. The{' '}
        <a href="/docs">documentation</a> says what counts as a request, and what errors look like.
      </p>
    </>
  );
}

interface ActionProps {
  plan: PlanView;
  pricing: PricingView;
  state: StateView;
  busy: boolean;
  buy: (plan: PlanView) => void;
}

function Action({ plan, pricing, state, busy, buy }: ActionProps) {
  const { contact } = pricing;
  const own = state.account?.subscription ?? null;
  if (!plan.needs_key) {
    return (
      <a class="button" href="/">
        Try it on a board
      </a>
    );
  }
  if (own !== null && own.status !== 'waiting') {
    if (own.plan !== plan.name && own.cancel_at !== null && plan.for_sale) {
      return (
        <span class="small muted">
          Your plan is cancelled. To change to this one, <a href="/dashboard">keep your plan first</a>.
        </span>
      );
    }
    const words = own.plan === plan.name ? 'Your plan' : plan.for_sale ? `Change to ${plan.title}` : null;
    if (words !== null) {
      return (
        <a class="button" href="/dashboard">
          {words}
        </a>
      );
    }
  }
  if (plan.for_sale && pricing.checkout !== 'none') {
    return (
      <Button look="primary" disabled={busy} onClick={() => buy(plan)}>
        Buy {plan.title}
      </Button>
    );
  }
  if (contact === null) return <span class="small muted">Ask the operator of this service.</span>;
  return (
    <a class="button" href={contact.startsWith('https://') ? contact : `mailto:${contact}`}>
      Ask us
    </a>
  );
}

function Testing({ checkout }: Pick<PricingView, 'checkout'>) {
  if (checkout === 'test') {
    return (
      <Notice kind="warning" title="Test checkout">
        No money is taken. Buying here is a trial run, but the keys do work.
      </Notice>
    );
  }
  if (checkout === 'stripe-test') {
    return (
      <Notice kind="warning" title="Stripe’s test mode">
        No money is taken. Pay with a test card: 4242 4242 4242 4242, any future date, any code.
      </Notice>
    );
  }
  if (checkout === 'none') {
    return (
      <Notice title="Plans cannot be bought here">
        The operator of this service has not set up payments; <code>docs/accounts.md</code> says how.
      </Notice>
    );
  }
  return null;
}

askAgainOnReturn();
mount(<Pricing />);
