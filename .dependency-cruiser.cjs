/** Who may import whom. Each rule has a fixture in test/architecture/fixtures that breaks it. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const KNOWN_TO_OTHERS = '\\.(service|queries|module)\\.ts$';

/** The unit of work, the entities, and services and queries of what is configured or kept by its owner. */
const MAY_USE_ENTITIES = [
  '^server/platform/db/',
  '\\.entity\\.ts$',
  '^server/platform/site/',
  '^server/platform/providers/',
  '^server/seeds/',
  '^server/(domain|features)/(agencies|allocation|api-keys|announcements|approvals|audit|complaints|connections|evidence|grants|groups|health|imports|inbox|indicators|institutions|menu|open-work|preferences|privacy|products|quality|queues|schedules|schedules/what-if|setup|site|settings/configuration|settings/priorities|softphones|stops|users|webhooks)/[\\w-]+\\.(service|queries|rules|writes)\\.ts$',
  '^server/features/(session/authenticators|session/openid|seals/mailed-words)[\\w-/]*\\.service\\.ts$',
  '^server/features/calls/telephone/asterisk-events\\.service\\.ts$',
  '^server/features/contact-compliance/policy/[\\w-]+\\.(service|queries)\\.ts$',
  '^server/(domain|features)/messages/(compose/(message-limits\\.service|templates?\\.(service|queries|rules))|incoming/incoming-messages\\.service)\\.ts$',
];

module.exports = {
  forbidden: [
    rule(
      'contract-is-a-leaf',
      'The contract depends on zod only.',
      { path: '^contract/' },
      { path: '^(server|workers|client|sandbox|bench|test)/' },
    ),
    rule(
      'client-sees-only-the-contract',
      'The client knows the wire and nothing behind it.',
      { path: '^client/' },
      { path: '^(server|workers|sandbox|bench)/' },
    ),
    rule(
      'nobody-imports-the-client',
      'The client is an edge.',
      { path: '^(contract|server|workers|sandbox|bench)/' },
      { path: '^client/' },
    ),
    rule(
      'server-never-imports-workers',
      'Commands do not know their reactions.',
      { path: '^(server|contract)/' },
      { path: '^workers/' },
    ),
    rule(
      'platform-knows-no-feature',
      'Domain and features stand on the platform, not the other way.',
      { path: '^server/platform/' },
      { path: '^server/(domain|features)/' },
    ),
    rule(
      'domain-knows-no-feature',
      'Entities, rules, SQL and row writes lie under all features: what two of them share needs no arrow between them.',
      { path: '^server/domain/' },
      { path: '^server/features/' },
    ),
    rule(
      'features-meet-by-services-and-queries',
      'Everything else of a feature is its own; what several need stands in server/domain.',
      { path: '^server/features/([^/]+)/' },
      { path: '^server/features/', pathNot: `^server/features/$1/|${KNOWN_TO_OTHERS}` },
    ),
    rule(
      'modules-are-wiring',
      'Only a module imports a module.',
      { path: '^server/(domain|features|platform)/', pathNot: '\\.module\\.ts$' },
      { path: '^server/.*\\.module\\.ts$' },
    ),
    rule(
      'nothing-knows-the-sandbox',
      'What is outside is reached over HTTP.',
      { path: '^(contract|server|workers|client)/' },
      { path: '^sandbox/' },
    ),
    rule(
      'controllers-are-private',
      'Features meet through services, queries and rules; only HTTP modules list controllers.',
      { pathNot: '\\.http\\.module\\.ts$|^test/' },
      { path: '\\.controller\\.ts$' },
    ),
    rule(
      'only-the-server-answers',
      'HTTP modules and the gateway are loaded by api.module alone: workers and seeds load the features without them.',
      { pathNot: '^server/api\\.module\\.ts$|^test/' },
      { path: '\\.http\\.module\\.ts$|/realtime\\.module\\.ts$' },
    ),
    rule(
      'edges-keep-out-of-the-database',
      'A controller, gateway or processor calls one service or query.',
      { path: '\\.(controller|gateway|processor)\\.ts$' },
      { path: '^server/platform/db/|node_modules/(mysql2|bullmq|ioredis)/' },
    ),
    rule(
      'one-door-to-bullmq',
      'Jobs and Processors alone speak to BullMQ; others name jobs.',
      {
        path: '^(server|workers|contract)/',
        pathNot: '^server/platform/jobs/|^workers/processors\\.ts$',
      },
      { path: 'node_modules/bullmq/' },
    ),
    rule(
      'one-door-to-browsers',
      'Messages leave by the table of pushes: Push carries it out, the gateway sends what its sockets cause.',
      {
        path: '^(server|workers)/',
        pathNot: '^server/platform/(push/push|realtime/sockets\\.service)\\.ts$',
      },
      { path: '/realtime/publisher\\.ts$' },
    ),
    rule(
      'one-door-to-the-database',
      'SQL goes through Database and UnitOfWork.',
      {
        path: '^(server|workers)/',
        pathNot: '^server/platform/db/|^workers/(relay|sealing|lease)\\.ts$|^server/features/(replay|seals)/',
      },
      { path: 'node_modules/mysql2/' },
    ),
    rule(
      'one-door-to-request-ids',
      'A repeated command is known by UnitOfWork: once, onceLocked, onceEach.',
      { path: '^(server|workers)/', pathNot: '^server/platform/db/unit-of-work\\.ts$' },
      { path: '/db/client-request\\.ts$' },
    ),
    rule(
      'entities-are-for-the-configuration',
      'What administrators own, and what people keep, goes by TypeORM. The hot path, workers, controllers and jobs go around it, by the sql tag.',
      { path: '^(server|workers)/', pathNot: MAY_USE_ENTITIES },
      { path: '\\.entity\\.ts$|node_modules/(typeorm|@nestjs/typeorm)/' },
    ),
    rule(
      'client-features-are-islands',
      'Client features do not import each other.',
      { path: '^client/features/([^/]+)/' },
      { path: '^client/features/', pathNot: '^client/features/$1/' },
    ),
    rule(
      'client-flows-one-way',
      'ui, api, realtime, state, lib and i18n know no feature and no app.',
      { path: '^client/(ui|api|realtime|state|lib|i18n)/' },
      { path: '^client/(features|app)/' },
    ),
    rule(
      'client-kit-knows-no-noun',
      'What knows a noun of the business stands in client/domain or in a feature.',
      { path: '^client/(ui|api|realtime|state|lib|i18n)/' },
      { path: '^client/domain/' },
    ),
    rule(
      'client-domain-knows-no-feature',
      'What two client features share of a noun lies under both.',
      { path: '^client/domain/' },
      { path: '^client/(features|app)/' },
    ),
    rule(
      'client-features-know-no-app',
      'The app is built of features.',
      { path: '^client/features/' },
      { path: '^client/app/' },
    ),
    rule(
      'tests-stay-outside',
      'Nothing imports a test.',
      { path: '^(contract|server|workers|client|sandbox)/' },
      { path: '^test/' },
    ),
    rule(
      'measures-know-no-test',
      'Benchmarks and faults are compiled and run without the tests; they share test/data with them.',
      { path: '^(bench|test/faults|test/data)/' },
      { path: '^test/', pathNot: '^test/(faults|data)/' },
    ),
    rule(
      'nothing-is-missing',
      'A stylesheet or module that was moved away is found here, not by the build of the client.',
      {},
      { couldNotResolve: true, path: '^\\.' },
    ),
    rule('no-cycles', 'A cycle has no order in which to read it.', {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data|test/architecture/fixtures)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6'],
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
