import type { ReactNode } from 'react';

/** 24 px grid, `currentColor` strokes. */
const drawings = {
  'arrow-right': <path d="M5 12h14m-5-5 5 5-5 5" />,
  camera: (
    <>
      <path d="M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5z" />
      <circle cx="12" cy="13" r="3.5" />
    </>
  ),
  check: <path d="m5 12.5 4.5 4.5L19 7" />,
  'chevron-down': <path d="m6 9 6 6 6-6" />,
  'chevron-right': <path d="m9 6 6 6-6 6" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  close: <path d="M6 6l12 12M18 6 6 18" />,
  code: <path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5M13.5 4.5l-3 15" />,
  compare: <path d="m9 7-5 5 5 5M15 7l5 5-5 5" />,
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
      <path d="M15.5 8.5V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5" />
    </>
  ),
  creations: <path d="m12 3 2 7 7 2-7 2-2 7-2-7-7-2 7-2z" />,
  credits: <path d="M12 3 4.5 8.2 7 18.5h10l2.5-10.3zM12 3v15.5M4.5 8.2 12 11l7.5-2.8" />,
  crown: <path d="M4 18h16M4.5 15 3 7l5 3.5L12 5l4 5.5L21 7l-1.5 8z" />,
  download: <path d="M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 20h16" />,
  edit: <path d="M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3" />,
  expand: <path d="M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7" />,
  eye: (
    <>
      <path d="M2.5 12c2.2-4.3 5.5-6.5 9.5-6.5s7.3 2.2 9.5 6.5c-2.2 4.3-5.5 6.5-9.5 6.5S4.7 16.3 2.500 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M4 4l16 16M9.9 5.7a9 9 0 0 1 2.1-.2c4 0 7.3 2.2 9.5 6.5a15 15 0 0 1-2.7 3.7M6.3 7.3A14 14 0 0 0 2.500 12c2.200 4.300 5.5 6.500 9.500 6.500a9 9 0 0 0 4.200-1" />
      <path d="M9.9 9.9a3 3 0 0 0 4.2 4.2" />
    </>
  ),
  faces: (
    <>
      <circle cx="9" cy="9" r="3.5" />
      <path d="M2.5 19c1-3 3.4-4.4 6.5-4.4s5.5 1.4 6.5 4.4M15.5 5.8a3.5 3.5 0 0 1 0 6.4M17.5 15c2 .5 3.4 1.8 4 4" />
    </>
  ),
  film: (
    <>
      <rect x="3" y="4" width="18" height="16" rx="3" />
      <path d="M8 4v16M16 4v16M3 9h5M3 15h5M16 9h5M16 15h5" />
    </>
  ),
  home: <path d="m4 11 8-7 8 7v8a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19zM9.5 20.5V14h5v6.5" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.6v.1" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2.5" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>
  ),
  'log-out': <path d="M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 16l-4-4 4-4M6 12h10" />,
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="3" />
      <path d="m4 8 8 5.5L20 8" />
    </>
  ),
  menu: <path d="M4 8h16M4 16h16" />,
  more: <path d="M5.500 12h.01M12 12h.01M18.500 12h.01" strokeWidth="2.6" />,
  pause: <path d="M9 5v14M15 5v14" />,
  phone: (
    <>
      <rect x="7" y="3" width="10" height="18" rx="2.5" />
      <path d="M11 18h2" />
    </>
  ),
  photo: (
    <>
      <rect x="3" y="4" width="18" height="16" rx="3" />
      <circle cx="8.5" cy="9.5" r="1.5" />
      <path d="m4 17 5-4.5 3.5 3L16 12l4.5 4" />
    </>
  ),
  pin: <path d="M9 4h6l-1 6 3.5 4h-11L10 10zM12 14v6" />,
  play: <path d="M8 5.5v13l10.5-6.5z" />,
  plus: <path d="M12 5v14M5 12h14" />,
  refused: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m6 6 12 12" />
    </>
  ),
  swap: <path d="M4 9h13m-4-4 4 4M20 15H7m4 4-4-4" />,
  tag: <path d="M4 4h8l8 8-8 8-8-8zM8 8v.1" />,
  trash: <path d="M4 7h16M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5" />,
  upload: <path d="M12 15V4m0 0L7.5 8.5M12 4l4.5 4.5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />,
  user: (
    <>
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4.5 20c1.2-3.6 4-5.2 7.5-5.2s6.3 1.6 7.5 5.2" />
    </>
  ),
  warning: <path d="M12 4.5 3 19.5h18zM12 10v4.5M12 17v.1" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;
export const icons = Object.keys(drawings) as IconName[];

const sizes = { 16: ' icon--16', 20: '', 24: ' icon--24' };

/** A button with an icon alone needs an `aria-label`. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg className={`icon${sizes[size]}`} viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
