/** What happens when somebody comes to the account's page: a payment that was begun is waited for, and a key that is due is made. */
import { useEffect, useState } from 'preact/hooks';
import { get, post } from './service.js';
import type { MadeKey, StateView } from './types.js';

/** The checkout from which the visitor has come back. */
const checkout = new URLSearchParams(location.search).get('checkout');
/** Milliseconds between two looks whether the payment has come, and how often it is looked. */
const PAUSE = 2_000;
const LOOKS = 30;

interface Arrival {
  onKey: (made: MadeKey) => void;
  /** All is done; the account may have changed. */
  onDone: () => Promise<void>;
  onFault: (error: unknown) => void;
}

/** @returns whether a payment is looked for, or has not come in time; null where neither */
export function useArrival({ onKey, onDone, onFault }: Arrival): 'looking' | 'late' | null {
  const [paying, setPaying] = useState<'looking' | 'late' | null>(checkout === null ? null : 'looking');

  useEffect(() => {
    const arrive = async (): Promise<void> => {
      if (checkout !== null) {
        const paid = await untilPaid(checkout);
        setPaying(paid ? null : 'late');
        history.replaceState(null, '', '/dashboard'); // a reload is no second return
      }
      const { account } = await get<StateView>('/state');
      if (account?.first_key_due === true) {
        const first = await post<MadeKey | { key: null }>('/keys/first');
        if (first.key !== null) onKey(first);
      }
      await onDone();
    };
    arrive().catch((error: unknown) => {
      setPaying(null);
      onFault(error);
    });
  }, []);

  return paying;
}

async function untilPaid(id: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const { paid } = await post<{ paid: boolean }>('/checkout/finish', { checkout: id });
    if (paid) return true;
  }
  return false;
}
