/** What the playground looks at, in step with its address; and the way back from what was tried. */
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { given } from '../../given.js';
import { readView, type View } from '../address.js';
import { addressBar } from './address-bar.js';
import { FIRST } from './examples.js';

export interface ViewState {
  view: View;
  /** Whether it is the visitor's own, and not what the page opens with. */
  own: boolean;
  /** The views that moves and changes on the board have led away from, the oldest first; null where nothing was tried yet. */
  trail: readonly View[] | null;
  /** Whether pieces are being set up. */
  editing: boolean;
  setEditing: (editing: boolean) => void;
  /** Changes parts of the view, and drops others. */
  change: (part: Partial<View>, ...gone: (keyof View)[]) => void;
  /** Goes to another position, which is none of the game's. */
  leave: (fen: string, flip: boolean) => void;
  /** Goes to another position or game, which the browser's way back leads away from. */
  load: (next: View) => void;
  /** Notes the view as one to come back to. */
  remember: () => void;
  takeBack: () => void;
}

export function useView(): ViewState {
  const [view, setView] = useState(addressedView);
  const [own, setOwn] = useState(location.hash !== '' || location.search !== '');
  const [trail, setTrail] = useState<View[] | null>(null);
  const [editing, setEditing] = useState(false);

  useEffect(() => {
    const back = (): void => {
      addressBar.forget();
      setTrail(null);
      setEditing(false);
      setView(addressedView());
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  useLayoutEffect(() => {
    if (own) addressBar.follow(view);
  }, [view, own]);

  const change = useCallback<ViewState['change']>((part, ...gone) => {
    setOwn(true);
    setView((now) => ({ ...without(now, ...gone), ...part }));
  }, []);
  const leave = useCallback<ViewState['leave']>((fen, flip) => {
    setOwn(true);
    setView((now) => ({ ...kept(now), fen, flip }));
  }, []);
  const load: ViewState['load'] = (next) => {
    const whole = { ...kept(view), ...next };
    addressBar.leaveFor(whole);
    setOwn(true);
    setTrail(null);
    setEditing(false);
    setView(whole);
  };
  const remember = (): void => setTrail((now) => [...(now ?? []), view]);
  const takeBack = (): void => {
    const last = trail?.at(-1);
    if (trail === null || last === undefined) return;
    setTrail(trail.slice(0, -1));
    setEditing(false);
    setView(last);
  };
  return { view, own, trail, editing, setEditing, change, leave, load, remember, takeBack };
}

/** The view that the address asks for; without one, what there is to see first. */
function addressedView(): View {
  const view = { ...readView(location.search), ...readView(location.hash) };
  return view.fen === undefined && view.pgn === undefined ? { ...FIRST, ...view } : view;
}

/** What another position keeps of the view before. */
function kept({ depth, patterns }: View): View {
  return given({ depth, patterns });
}

function without(view: View, ...fields: (keyof View)[]): View {
  return Object.fromEntries(Object.entries(view).filter(([field]) => !fields.includes(field as keyof View)));
}
