/** Signs on buttons, whose words stand in the button's label. */
const PATHS = {
  first: 'M6 5v14M18 6l-8 6 8 6z',
  back: 'M15 5l-8 7 8 7z',
  forward: 'M9 5l8 7-8 7z',
  last: 'M18 5v14M6 6l8 6-8 6z',
  flip: 'M8 4v14M8 4L4 8M8 4l4 4M16 20V6M16 20l-4-4M16 20l4-4',
  undo: 'M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  const solid = name === 'back' || name === 'forward' || name === 'first' || name === 'last';
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill={solid ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
