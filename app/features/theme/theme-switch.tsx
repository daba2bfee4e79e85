import { paths } from '~/lib/paths';

import { themes } from './theme';
import { useTheme, useThemeChange } from './use-theme';

/** Works without script. */
export function ThemeSwitch() {
  const chosen = useTheme();
  const { Form } = useThemeChange();
  return (
    <Form method="post" action={paths.resources.theme()}>
      <fieldset className="theme-switch" aria-label="Theme">
        {themes.map((theme) => (
          <button key={theme} name="theme" value={theme} aria-pressed={theme === chosen}>
            {theme}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}
