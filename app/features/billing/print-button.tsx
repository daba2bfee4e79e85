import { Button } from '~/components/button';

/** Without a script the browser's own menu prints as well. */
export function PrintButton() {
  return (
    <Button look="second" size="small" className="needs-script" onClick={() => window.print()}>
      Print or keep as PDF
    </Button>
  );
}
