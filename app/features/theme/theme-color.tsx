import { frameColors } from './theme';
import { useTheme } from './use-theme';

/** Colour of the browser's frame. */
export function ThemeColor() {
  const theme = useTheme();
  if (theme !== 'system') return <meta name="theme-color" content={frameColors[theme]} />;
  return (
    <>
      <meta name="theme-color" content={frameColors.dark} media="(prefers-color-scheme: dark)" />
      <meta name="theme-color" content={frameColors.light} media="(prefers-color-scheme: light)" />
    </>
  );
}
