import { frameColors } from './theme';
import { useTheme } from './use-theme';

/** Colour of the browser's frame, which follows the system by itself. */
export function ThemeColor() {
  const theme = useTheme();
  return theme === 'system' ? null : <meta name="theme-color" content={frameColors[theme]} />;
}
