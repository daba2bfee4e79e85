import { useEffect, useState } from 'react';

import { Button } from './button';
import { Icon } from './icon';

interface Props {
  color: 'success' | 'error';
  message: string;
}

const successStaysMs = 6_000;

/** Success messages close by themselves, errors do not. */
export function Snackbar({ color, message }: Props) {
  const [visible, setVisible] = useState(true);

  useEffect(() => {
    if (!visible) return;
    const close = () => setVisible(false);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    const timer = color === 'success' ? setTimeout(close, successStaysMs) : undefined;
    addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey);
    };
  }, [visible, color]);

  if (!visible) return null;
  return (
    <div className={`snackbar snackbar--${color}`} role={color === 'error' ? 'alert' : 'status'}>
      <Icon name={color === 'error' ? 'warning' : 'check'} />
      <p className="grow">{message}</p>
      <Button look="ghost" size="small" icon aria-label="Close the message" onClick={() => setVisible(false)}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
