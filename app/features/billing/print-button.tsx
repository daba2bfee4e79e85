import { Button } from '~/components/button';

/** Without script, the browser's menu prints. */
export function PrintButton() {
  return (
    <Button look="second" size="small" className="needs-script" onClick={() => window.print()}>
      Print or keep as PDF
    </Button>
  );
}
