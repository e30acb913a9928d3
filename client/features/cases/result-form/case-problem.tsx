/** What is wrong with a field, said when it appears. */
export function FieldProblem({ text }: { text: string | undefined }) {
  return text ? (
    <span role="alert" className="case-problem">
      {text}
    </span>
  ) : null;
}
