/** Paths on a grid of 24 px. */
const drawings = {
  'arrow-right': 'M5 12h14m-5-5 5 5-5 5',
  camera:
    'M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5zM8.5 13a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0z',
  check: 'm5 12.5 4.5 4.5L19 7',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-right': 'm9 6 6 6-6 6',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5M13.5 4.5l-3 15',
  compare: 'm9 7-5 5 5 5M15 7l5 5-5 5',
  copy: 'M11 8.5h6.5a2.5 2.5 0 0 1 2.5 2.5v6.5a2.5 2.5 0 0 1-2.5 2.5h-6.5a2.5 2.5 0 0 1-2.5-2.5v-6.5a2.5 2.5 0 0 1 2.5-2.5zM15.5 8.5V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5',
  creations: 'm12 3 2 7 7 2-7 2-2 7-2-7-7-2 7-2z',
  credits: 'M12 3 4.5 8.2 7 18.5h10l2.5-10.3zM12 3v15.5M4.5 8.2 12 11l7.5-2.8',
  crown: 'M4 18h16M4.5 15 3 7l5 3.5L12 5l4 5.5L21 7l-1.5 8z',
  download: 'M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 20h16',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  expand: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  eye: 'M2.5 12c2.2-4.3 5.5-6.5 9.5-6.5s7.3 2.2 9.5 6.5c-2.2 4.3-5.5 6.5-9.5 6.5S4.7 16.3 2.5 12zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0z',
  'eye-off':
    'M4 4l16 16M9.9 5.7a9 9 0 0 1 2.1-.2c4 0 7.3 2.2 9.5 6.5a15 15 0 0 1-2.7 3.7M6.3 7.3A14 14 0 0 0 2.5 12c2.2 4.3 5.5 6.5 9.5 6.5a9 9 0 0 0 4.2-1M9.9 9.9a3 3 0 0 0 4.2 4.2',
  faces:
    'M5.5 9a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM2.5 19c1-3 3.4-4.4 6.5-4.4s5.5 1.4 6.5 4.4M15.5 5.8a3.5 3.5 0 0 1 0 6.4M17.5 15c2 .5 3.4 1.8 4 4',
  film: 'M6 4h12a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-10a3 3 0 0 1 3-3zM8 4v16M16 4v16M3 9h5M3 15h5M16 9h5M16 15h5',
  home: 'm4 11 8-7 8 7v8a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19zM9.5 20.5V14h5v6.5',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM12 11v5.5M12 7.6v.1',
  lock: 'M7.5 11h9a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-2.5 2.5h-9a2.5 2.5 0 0 1-2.5-2.5v-4a2.5 2.5 0 0 1 2.5-2.5zM8 11V8a4 4 0 0 1 8 0v3',
  'log-out': 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 16l-4-4 4-4M6 12h10',
  mail: 'M6 5h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3zM4 8l8 5.5L20 8',
  menu: 'M4 8h16M4 16h16',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  pause: 'M9 5v14M15 5v14',
  phone:
    'M9.5 3h5a2.5 2.5 0 0 1 2.5 2.5v13a2.5 2.5 0 0 1-2.5 2.5h-5a2.5 2.5 0 0 1-2.5-2.5v-13a2.5 2.5 0 0 1 2.5-2.5zM11 18h2',
  photo:
    'M6 4h12a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-10a3 3 0 0 1 3-3zM7 9.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0zM4 17l5-4.5 3.5 3L16 12l4.5 4',
  pin: 'M9 4h6l-1 6 3.5 4h-11L10 10zM12 14v6',
  play: 'M8 5.5v13l10.5-6.5z',
  plus: 'M12 5v14M5 12h14',
  refused: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM6 6l12 12',
  swap: 'M4 9h13m-4-4 4 4M20 15H7m4 4-4-4',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8v.1',
  trash: 'M4 7h16M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  upload: 'M12 15V4m0 0L7.5 8.5M12 4l4.5 4.5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  user: 'M8 8.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM4.5 20c1.2-3.6 4-5.2 7.5-5.2s6.3 1.6 7.5 5.2',
  warning: 'M12 4.5 3 19.5h18zM12 10v4.5M12 17v.1',
} satisfies Record<string, string>;

export type IconName = keyof typeof drawings;
export const icons = Object.keys(drawings) as IconName[];

const sizes = { 16: ' icon--16', 20: '', 24: ' icon--24' };

/** A button with an icon alone needs an `aria-label`. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg className={`icon${sizes[size]}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} strokeWidth={name === 'more' ? 2.6 : undefined} />
    </svg>
  );
}
