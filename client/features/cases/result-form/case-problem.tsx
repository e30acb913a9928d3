export function FieldProblem({ text }: { text: string | undefined }) {
  return text ? (
    <span role="alert" className="case-problem">
      {text}
    </span>
  ) : null;
}

/** Scrolls to the first field that is wrong and focuses it; a screen reader says why as the words appear. */
export function focusProblem(form: HTMLElement | null): void {
  const field = form?.querySelector('.case-problem')?.closest('.case-field');
  field?.scrollIntoView({ block: 'nearest' });
  const control = field?.querySelector<HTMLElement>(
    '.case-choices button:enabled, [role=checkbox][aria-invalid=true], input, textarea',
  );
  control?.focus({ preventScroll: true });
}
