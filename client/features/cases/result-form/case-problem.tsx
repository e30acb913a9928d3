export function FieldProblem({ text }: { text: string | undefined }) {
  return text ? (
    <span role="alert" className="case-problem">
      {text}
    </span>
  ) : null;
}

/** The first field that stands in the way comes into sight and has the focus; its words are said as they appear. */
export function focusProblem(form: HTMLElement | null): void {
  const field = form?.querySelector('.case-problem')?.closest('.case-field');
  field?.scrollIntoView({ block: 'nearest' });
  const control = field?.querySelector<HTMLElement>('.case-choices button:enabled, input, textarea');
  control?.focus({ preventScroll: true });
}
