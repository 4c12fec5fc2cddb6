/** What each plan may do, from the table that enforces it. */
import { useEffect, useState } from 'preact/hooks';
import type { PlansAnswer } from '../answers.js';
import { Notice } from '../parts/Notice.js';

export function Limits() {
  const [plans, setPlans] = useState<PlansAnswer['plans'] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    fetch('/pages/plans')
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        setPlans(((await response.json()) as PlansAnswer).plans);
      })
      .catch(() => setFailed(true));
  }, []);
  if (failed) return <Notice kind="warning">The table could not be loaded. Reload the page.</Notice>;
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Plans">
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Price</th>
            <th scope="col">Requests a minute</th>
            <th scope="col">Games a day</th>
            <th scope="col">Address</th>
          </tr>
        </thead>
        <tbody>
          {(plans ?? []).map(({ name, title, pricePerMonth, requestsPerMinute, gamesPerDay }) => (
            <tr key={name}>
              <th scope="row">{title}</th>
              <td>{pricePerMonth === null ? 'on request' : `$${pricePerMonth} a month`}</td>
              <td>{requestsPerMinute ?? 'no limit'}</td>
              <td>{gamesPerDay ?? 'no limit'}</td>
              <td>
                <code>{name === 'free' ? '/api/v1' : '/v1'}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
