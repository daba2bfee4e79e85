/**
 * The second click of a double click sends no form again. A slow device has not shown yet that the first one is under way,
 * and two faces would be added, or the secret of a new key be lost in the refusal of its double.
 * @returns ends it
 */
export function ignoreDoubleClicks(): () => void {
  const ignore = (event: MouseEvent) => {
    const button = (event.target as Element).closest('button');
    if (event.detail < 2 || !button?.form || button.type !== 'submit') return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', ignore, { capture: true });
  return () => removeEventListener('click', ignore, { capture: true });
}
