import { Button } from '~/components/button';

export function PrintButton() {
  return (
    <Button look="second" size="small" className="needs-script" onClick={() => window.print()}>
      Print or keep as PDF
    </Button>
  );
}
