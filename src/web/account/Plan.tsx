/** An account's plan: what it is, and how it is changed, cancelled, and taken up again. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { Notice } from '../parts/Notice.js';
import { Confirm } from './Confirm.js';
import { goTo, post, useDeed } from './service.js';
import type { PlanView, PricingView, StateView, SubscriptionView } from './types.js';
import { allowances, day, dollars, money } from './words.js';

interface PlanProps {
  state: StateView;
  pricing: PricingView;
  onState: (state: StateView) => void;
  onRefused: () => void;
}

type Asked = { deed: 'cancel' } | { deed: 'change'; to: PlanView } | null;

export function Plan(props: PlanProps) {
  const { account } = props.state;
  if (account === null) return null;
  if (account.subscription === null) return <NoPlan />;
  return <BoughtPlan {...props} limits={account.plan} subscription={account.subscription} />;
}

function NoPlan() {
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

interface BoughtPlanProps extends PlanProps {
  subscription: SubscriptionView;
  /** What may be done now; null where nothing is paid for. */
  limits: PlanView | null;
}

function BoughtPlan({ state, pricing, subscription, limits, onState, onRefused }: BoughtPlanProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const { busy, fault, run } = useDeed();
  const heading = useRef<HTMLHeadingElement>(null);
  /** What had the focus is another button now, or gone: the plan itself has it, and is read out. */
  const focusPlan = (): void => heading.current?.focus();
  const { title, amount, currency, cancel_at: cancelled, test } = subscription;
  const others = pricing.plans.filter((plan) => plan.for_sale && plan.name !== subscription.plan);
  const asking = {
    ...{ subscription, onState, onRefused },
    kept: dearerNow(subscription, pricing) !== null,
    onClose: (lost: boolean) => {
      setAsked(null);
      // what was pressed is gone where the plan was cancelled in another window
      if (lost) focusPlan();
    },
    onDone: focusPlan,
  };
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title" ref={heading} tabIndex={-1}>
        Plan
      </h2>
      <div class="card">
        <p class="plan-name">
          {title ?? 'Unknown plan'} <span class="muted">{monthly(amount, currency)}</span>{' '}
          {test && <span class="plan-tag">test, no payment</span>}
        </p>
        {limits !== null && (
          <ul class="plan-facts">
            {allowances(limits).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <Standing subscription={subscription} pricing={pricing} />
        {fault !== null && <Notice kind="error">{fault}</Notice>}
        <div class="row">
          {cancelled === null &&
            others.map((plan) => (
              <Button key={plan.name} onClick={() => setAsked({ deed: 'change', to: plan })}>
                Change to {plan.title}
              </Button>
            ))}
          {state.portal && (
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
      {asked?.deed === 'change' && <ConfirmChange {...asking} to={asked.to} />}
      {asked?.deed === 'cancel' && <ConfirmCancel {...asking} />}
    </section>
  );
}

/** How the subscription stands, and what there is to do about it. */
function Standing({ subscription, pricing }: { subscription: SubscriptionView; pricing: PricingView }) {
  const { plan, status, period_end: end, cancel_at: cancelled } = subscription;
  const dearer = dearerNow(subscription, pricing);
  return (
    <>
      {status === 'active' && (
        <p>
          {cancelled === null
            ? `It renews every month, next on ${day(end)}.`
            : `It is cancelled, and ends on ${day(cancelled)}. Your keys work until then; after that only the free tier is left.`}
          {dearer !== null && ` You keep the rate at which you subscribed; new subscribers pay ${dollars(dearer)}.`}
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
      {plan === null && (
        <Notice kind="warning" title="Something is wrong">
          Your payment has arrived, but the service does not know the plan it is for. The operator has been told
          {pricing.contact === null ? '.' : `; you can also write to ${pricing.contact}.`}
        </Notice>
      )}
    </>
  );
}

interface ConfirmProps {
  subscription: SubscriptionView;
  /** Whether the rate is one that new subscribers do not get. */
  kept: boolean;
  onState: (state: StateView) => void;
  onRefused: () => void;
  onDone: () => void;
  onClose: (lost: boolean) => void;
}

function ConfirmChange({
  subscription,
  kept,
  to,
  onState,
  onRefused,
  onDone,
  onClose,
}: ConfirmProps & { to: PlanView }) {
  const { amount, currency, test } = subscription;
  return (
    <Confirm
      title={`Change to ${to.title}?`}
      action={`Change to ${to.title}`}
      onClose={onClose}
      onConfirm={async () => onState(await post('/subscription/change', { plan: to.name }))}
      onDone={onDone}
      onRefused={onRefused}
    >
      <p>
        {to.title} costs {dollars(to.price_per_month ?? 0)} a month, and applies at once, to all your keys.
        {test
          ? ' No money is taken: this is a test.'
          : ' The difference for the rest of this month is charged now, or credited if the new plan costs less.'}
      </p>
      {kept && <p>You give up the rate that you have kept, {monthly(amount, currency)}.</p>}
    </Confirm>
  );
}

function ConfirmCancel({ subscription, onState, onRefused, onDone, onClose }: ConfirmProps) {
  const end = day(subscription.period_end);
  return (
    <Confirm
      title="Cancel your plan?"
      action="Cancel it"
      danger
      onClose={onClose}
      onConfirm={async () => onState(await post('/subscription/cancel'))}
      onDone={onDone}
      onRefused={onRefused}
    >
      <p>
        Your keys work until {end}, which is paid for, and stop then. If you subscribe again later, they work again.
        Until {end} you can change your mind.
      </p>
    </Confirm>
  );
}

function monthly(amount: number, currency: string): string {
  return `${money(amount, currency)} a month`;
}

/** What new subscribers pay in dollars, where that is more; else null. */
function dearerNow({ plan, amount }: SubscriptionView, { plans }: PricingView): number | null {
  const price = plans.find(({ name }) => name === plan)?.price_per_month ?? null;
  return price !== null && Math.round(price * 100) > amount ? price : null;
}
