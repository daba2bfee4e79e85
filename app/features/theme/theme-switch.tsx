import { paths } from '~/lib/paths';

import { themes } from './theme';
import { useTheme, useThemeChange } from './use-theme';

const labels = { dark: 'Dark', light: 'Light', system: 'System' } as const;

/** A plain form: works without script. */
export function ThemeSwitch() {
  const chosen = useTheme();
  const { Form } = useThemeChange();
  return (
    <Form method="post" action={paths.resources.theme()} className="theme-switch" role="group" aria-label="Theme">
      {themes.map((theme) => (
        <button key={theme} name="theme" value={theme} aria-pressed={theme === chosen}>
          {labels[theme]}
        </button>
      ))}
    </Form>
  );
}
