/** `/test-checkout`: where a payment provider's page would be. It takes no money, and says so. */
import { Button } from '../parts/controls.js';
import { Layout } from '../parts/Layout.js';
import { Notice } from '../parts/Notice.js';
import { askAgainOnReturn } from '../account/fresh.js';
import { get, getState, goTo, post, useDeed, useLoaded } from '../account/service.js';
import type { TestCheckoutView } from '../account/types.js';
import { money } from '../account/words.js';
import { mount } from '../mount.js';

const id = new URLSearchParams(location.search).get('id') ?? '';

function TestCheckout() {
  const [loaded] = useLoaded(async () => {
    const { account } = await getState();
    if (account === null || id === '') return null;
    return { email: account.email, ...(await get<TestCheckoutView>(`/test-checkout?id=${encodeURIComponent(id)}`)) };
  });
  const { busy, fault, run } = useDeed();
  const order = loaded.state === 'here' ? loaded.value : null;
  return (
    <Layout page="test-checkout">
      <h1>Test checkout</h1>
      <Notice kind="warning" title="No money is taken">
        This page stands in for a payment provider, so that buying can be tried. It asks for no card.
      </Notice>
      {loaded.state === 'waiting' && <p role="status">Loading the order …</p>}
      {loaded.state === 'refused' && <Notice kind="error">{loaded.why}</Notice>}
      {loaded.state === 'here' && order === null && (
        <p>
          There is nothing to pay. <a href="/pricing">See the plans</a>
        </p>
      )}
      {order !== null && (
        <section class="card narrow" aria-labelledby="order-title">
          <h2 id="order-title">Your order</h2>
          <dl class="order">
            <dt>Plan</dt>
            <dd>{order.plan}</dd>
            <dt>Price</dt>
            <dd>{money(order.amount, 'usd')} a month</dd>
            <dt>For</dt>
            <dd>{order.email}</dd>
            <dt>To pay</dt>
            <dd>Nothing: this is a test</dd>
          </dl>
          {fault !== null && <Notice kind="error">{fault}</Notice>}
          {order.state === 'open' ? (
            <div class="row">
              <Button
                look="primary"
                disabled={busy}
                onClick={() =>
                  run(async () => {
                    const { url } = await post<{ url: string }>('/test-checkout/pay', { checkout: id });
                    await goTo(url, 'replace');
                  })
                }
              >
                Pay (test)
              </Button>
              <a class="button button-quiet" href="/pricing">
                Back to the plans
              </a>
            </div>
          ) : (
            <p>
              {order.state === 'paid' ? 'This order is complete.' : 'This order was replaced by another one.'}{' '}
              <a href="/dashboard">Go to your account</a>
            </p>
          )}
        </section>
      )}
    </Layout>
  );
}

askAgainOnReturn();
mount(<TestCheckout />);
