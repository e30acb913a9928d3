const DRAFT = 'client/ui/entity-form/use-form-state.ts';
const PROBLEMS = 'client/ui/entity-form/problems.ts';
const FIELDS = 'client/ui/entity-form/fields.ts';
const OF_PRODUCTS = ['client/components/products.spec.tsx'];

export const FORMS = [
  {
    what: 'a save that is sent again has another request id',
    file: DRAFT,
    find: 'clientRequestId: current.requestId,',
    put: 'clientRequestId: newRequestId(),',
    specs: OF_PRODUCTS,
  },
  {
    what: 'a changed form keeps its request id',
    file: DRAFT,
    find: '        requestId: newRequestId(),\n',
    put: '',
    specs: OF_PRODUCTS,
  },
  {
    what: 'an untouched form keeps the values of before',
    file: DRAFT,
    find: 'if (inForce.version > base.version) return fresh(inForce, inForce);',
    put: '',
    specs: OF_PRODUCTS,
  },
  {
    what: 'a form is sent with what the contract refuses',
    file: DRAFT,
    find: 'if (Object.keys(wrong).length > 0) return failed();',
    put: '',
    specs: ['client/components/forms.spec.tsx'],
  },
  {
    what: 'a conflict does not fetch the version of the other person',
    file: DRAFT,
    find: "if (error.code === '23') void given.refetch?.();",
    put: '',
    specs: OF_PRODUCTS,
  },
  {
    what: 'what the server refuses stands nowhere',
    file: DRAFT,
    find: 'return failed({ refused, failure: isShown ? null : error });',
    put: 'return failed({ failure: isShown ? null : error });',
    specs: ['client/components/forms.spec.tsx'],
  },
  {
    what: 'going on drops what the other person saved',
    file: 'client/ui/entity-form/values.ts',
    find: 'return { ...theirs, ...Object.fromEntries(own) };',
    put: 'return { ...theirs, ...mine };',
    specs: ['client/features/settings.spec.ts'],
  },
  {
    what: 'an empty field has a wrong format',
    file: PROBLEMS,
    find: "if (isEmpty(value)) return 'required';",
    put: '',
    specs: [
      'client/core/kit.spec.ts',
      'client/features/settings.spec.ts',
      'client/components/forms.spec.tsx',
    ],
  },
  {
    what: 'a number beyond its limits is too long',
    file: PROBLEMS,
    find: "if (field.kind === 'number' || field.kind === 'money') return 'range';",
    put: '',
    specs: ['client/core/kit.spec.ts', 'client/features/settings.spec.ts'],
  },
  {
    what: 'a refusal stands at the field of the whole path',
    file: PROBLEMS,
    find: 'field.startsWith(prefix) ? field.slice(prefix.length) : field',
    put: 'field',
    specs: ['client/features/settings.spec.ts'],
  },
  {
    what: 'a field that may be empty has to be filled',
    file: FIELDS,
    find: 'const must = required && none === undefined;',
    put: 'const must = required;',
    specs: ['client/core/kit.spec.ts', 'client/components/forms.spec.tsx'],
  },
  {
    what: 'a form asks for fields that the contract has not',
    file: FIELDS,
    find: 'if (!field) throw new Error(`The contract has no ${name}`);',
    put: '',
    specs: ['client/core/kit.spec.ts'],
  },
  {
    what: 'a promise of the whole due is refused',
    file: 'client/features/cases/result-form/case-draft.ts',
    find: 'else if (amount > facts.amount)',
    put: 'else if (amount >= facts.amount)',
    specs: ['client/features/case.spec.ts'],
  },
  {
    what: 'a leader promises no later than a collector',
    file: 'client/features/cases/result-form/case-draft.ts',
    find: '(date > last && !facts.mayExtend)',
    put: 'date > last',
    specs: ['client/features/case.spec.ts'],
  },
  {
    what: 'a follow-up is planned for a Sunday',
    file: 'client/features/cases/result-form/case-times.ts',
    find: 'day.getDay() !== 0 && ',
    put: '',
    specs: ['client/features/case.spec.ts'],
  },
];
