import { Icon, icons } from '~/components/icon';
import { Logo } from '~/components/logo';

import { Part } from './part';

const colors = [
  'page',
  'surface-1',
  'surface-2',
  'surface-3',
  'line',
  'line-control',
  'text',
  'text-2',
  'text-3',
  'primary',
  'accent',
  'ok',
  'warn',
  'error',
];

export function Colors() {
  return (
    <Part title="Colours">
      <ul className="swatches">
        {colors.map((name) => (
          <li key={name}>
            <i style={{ background: `var(--${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Type() {
  return (
    <Part title="Type">
      <p className="t-hero">Swap a face.</p>
      <p className="t-section">They traded faces.</p>
      <p className="t-page">My Creations</p>
      <p className="t-card">Bring a file</p>
      <p className="lead">You see a free preview first.</p>
      <p>
        Body text, and a{' '}
        <a className="link" href="#type">
          link
        </a>{' '}
        in it.
      </p>
      <p className="small muted">Meta, 1,234 credits</p>
      <p className="tiny faint">A caption</p>
    </Part>
  );
}

export function Icons() {
  return (
    <Part title="Mark and icons">
      <p className="brand">
        <Logo /> Faceswap
      </p>
      <ul className="flex flex-wrap gap-4">
        {icons.map((name) => (
          <li key={name} title={name}>
            <Icon name={name} size={24} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
