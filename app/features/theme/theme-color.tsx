import { frameColors } from './theme';
import { useTheme } from './use-theme';

/** The browser's frame. */
export function ThemeColor() {
  const theme = useTheme();
  return theme === 'system' ? null : <meta name="theme-color" content={frameColors[theme]} />;
}
