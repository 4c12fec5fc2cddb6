/** An account's plan: what it is, and how it is changed, cancelled, and taken up again. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { Notice } from '../parts/Notice.js';
import { Confirm } from './Confirm.js';
import { goTo, post, useDeed } from './service.js';
import type { PlanView, PricingView, StateView } from './types.js';
import { allowances, day, dollars, money } from './words.js';

interface PlanProps {
  state: StateView;
  pricing: PricingView;
  onState: (state: StateView) => void;
  onRefused: () => void;
}

type Asked = { deed: 'cancel' } | { deed: 'change'; to: PlanView } | null;

export function Plan({ state, pricing, onState, onRefused }: PlanProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const { busy, fault, run } = useDeed();
  const heading = useRef<HTMLHeadingElement>(null);
  /** What had the focus is another button now, or gone: the plan itself has it, and is read out. */
  const focusPlan = (): void => heading.current?.focus();
  const { account, portal } = state;
  const subscription = account?.subscription ?? null;
  if (account === null) return null;
  if (subscription === null) {
    return (
      <section aria-labelledby="plan-title">
        <h2 id="plan-title">Plan</h2>
        <p>
          You have no plan. Without one you can use the free tier, at <code>/api/v1</code>.
        </p>
        <p>
          <a class="button button-primary" href="/pricing">
            Choose a plan
          </a>
        </p>
      </section>
    );
  }

  const { title, status, amount, currency, period_end: end, cancel_at: cancelled, test } = subscription;
  const listed = pricing.plans.find(({ name }) => name === subscription.plan);
  const others = pricing.plans.filter((plan) => plan.for_sale && plan.name !== subscription.plan);
  const rate = `${money(amount, currency)} a month`;
  const locked = listed?.price_per_month != null && Math.round(listed.price_per_month * 100) > amount;
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title" ref={heading} tabIndex={-1}>
        Plan
      </h2>
      <div class="card">
        <p class="plan-name">
          {title ?? 'Unknown plan'} <span class="muted">{rate}</span>{' '}
          {test && <span class="plan-tag">test, no payment</span>}
        </p>
        {account.plan !== null && (
          <ul class="plan-facts">
            {allowances(account.plan).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {status === 'active' && (
          <p>
            {cancelled === null
              ? `It renews every month, next on ${day(end)}.`
              : `It is cancelled, and ends on ${day(cancelled)}. Your keys work until then; after that only the free tier is left.`}
            {locked &&
              ` You keep the rate at which you subscribed; new subscribers pay ${dollars(listed.price_per_month ?? 0)}.`}
          </p>
        )}
        {status === 'past_due' && (
          <Notice kind="warning" title="The last payment failed">
            It will be tried again, and your keys keep working meanwhile. Change your card so that they go on working.
          </Notice>
        )}
        {status === 'waiting' && (
          <Notice kind="warning" title="Not paid">
            Your keys do not work until the payment has arrived. This page will show it when it has.
          </Notice>
        )}
        {subscription.plan === null && (
          <Notice kind="warning" title="Something is wrong">
            Your payment has arrived, but the service does not know the plan it is for. The operator has been told
            {pricing.contact === null ? '.' : `; you can also write to ${pricing.contact}.`}
          </Notice>
        )}
        {fault !== null && <Notice kind="error">{fault}</Notice>}
        <div class="row">
          {cancelled === null &&
            others.map((plan) => (
              <Button key={plan.name} onClick={() => setAsked({ deed: 'change', to: plan })}>
                Change to {plan.title}
              </Button>
            ))}
          {portal && (
            <Button
              disabled={busy}
              onClick={() =>
                run(async () => {
                  const { url } = await post<{ url: string | null }>('/portal');
                  if (url !== null) await goTo(url);
                })
              }
            >
              Card and invoices
            </Button>
          )}
          {cancelled === null ? (
            <Button look="danger" onClick={() => setAsked({ deed: 'cancel' })}>
              Cancel plan
            </Button>
          ) : (
            <Button
              look="primary"
              disabled={busy}
              onClick={() =>
                run(async () => {
                  onState(await post('/subscription/resume'));
                  focusPlan();
                })
              }
            >
              Keep plan
            </Button>
          )}
        </div>
      </div>
      {asked?.deed === 'change' && (
        <Confirm
          title={`Change to ${asked.to.title}?`}
          action={`Change to ${asked.to.title}`}
          onClose={() => setAsked(null)}
          onConfirm={async () => onState(await post('/subscription/change', { plan: asked.to.name }))}
          onDone={focusPlan}
          onRefused={onRefused}
        >
          <p>
            {asked.to.title} costs {dollars(asked.to.price_per_month ?? 0)} a month, and applies at once, to all your
            keys.
            {test
              ? ' No money is taken: this is a test.'
              : ' The difference for the rest of this month is charged now, or credited if the new plan costs less.'}
          </p>
          {locked && <p>You give up the rate that you have kept, {rate}.</p>}
        </Confirm>
      )}
      {asked?.deed === 'cancel' && (
        <Confirm
          title="Cancel your plan?"
          action="Cancel it"
          danger
          onClose={() => setAsked(null)}
          onConfirm={async () => onState(await post('/subscription/cancel'))}
          onDone={focusPlan}
          onRefused={onRefused}
        >
          <p>
            Your keys work until {day(end)}, which is paid for, and stop then. If you subscribe again later, they work
            again. Until {day(end)} you can change your mind.
          </p>
        </Confirm>
      )}
    </section>
  );
}
