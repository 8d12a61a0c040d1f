/** The public surface, pinned: a name that appears or goes is a decision. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contracts } from '../src/contracts/registry.ts'
import { entries, exportedNames } from './exported-names.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const exported = exportedNames()

/** Names per entry, in the order of their character codes. */
const pinned: Readonly<Record<string, { values: string; types: string }>> = {
  replywire: {
    values: `
      Body ReplywireError a2aWire ask canceled check completed contract contracts created decode defineAgent delta
      detect failed fault fileWire httpWire isOutcome isValid mcpWire operation partial paused pending progress
      refuse requireApproval runCall translate
    `,
    types: `
      A2aOperationOptions A2aWire Action Agent AgentOptions Answer Answering AnySchema ApprovalRequest
      ApprovalRules Artifact Call CallMessage Canceled Carrier Citation Completed Context Contract Data Decision
      Decoded Detected Effects Exchange Export Extra Failed Fault FaultCategory FileWire Finding Governance GovernanceRecord Handler
      HttpHeaders HttpWire HttpWireInit InputOf Interim Issue Json JsonObject Level Location Logger Loss McpWire
      MessageKind Moment Need Notice OpenPeer Operation OperationContractOptions OperationOptions Outcome
      OutcomeBase OutputOf Page Part Paused Payload Peer PeerCall PeerCallOptions PeerOptions PeerRun PeerSigning Pending Preferences Progress QueryEcho Question Recovery
      ReplywireErrorCode Retry Rule RunInProcess RunResult SchemaInput SchemaOutput ServerContractOptions
      StandardSchema StepOptions TaskRef TranslateOptions Translation Unknown Wire
    `,
  },
  'replywire/server': {
    values: `
      documentFetcher loadSecret openKeyRing openStore quota respond respondNode serve signerOf throttle
    `,
    types: `
      A2aExtension A2aOptions AccessLine AccessLogger ApprovalOptions AuthorProblem CallerLimits CorsOptions DnsOptions
      DurableSettings FetcherOptions JournalBodySettings JournalSettings KeyAnswer KeyDirectory KeyFailure KeyQuestion KeyRateSettings KeyRing KeyRingContent
      ListenOptions Listening McpOptions MessageSigner NodeRequest NodeResponse OperatorToken PeerInfo ProblemIssue
      PublishOptions PublishedJwk PublishedKey Quota RateLimitInput RateLimitResult ReadinessChecks Remaining RequestEntry
      RespondOptions RetentionSettings RevocationState RingKey Schedule Secret SecretSource ServeOptions Server
      SignatureAlgorithm SignaturePurpose SigningOptions StageName Store Throttle VerifiedSigner WebhookEndpoint
      WebhookSettings
    `,
  },
  'replywire/client': {
    values: `
      CircuitBreakers OutcomeError connect dataOf signerOf
    `,
    types: `
      AgentTypes Answers BackOff BreakerSettings CallOptions Calling CardJwk CardKeys Client Clock Completed ConnectOptions
      ContractReader ContractSource EditionReader FaceReader Finding HeaderSource Interim MessageSigner Moment
      MomentStream Need OfferedOperation OnElicit OnMoment OperationName Outcome Reply ReplyContract ReplyPromise
      RequestSigning SignatureAlgorithm TaskCalling Timeouts WaitOptions
    `,
  },
  'replywire/gateway': {
    values: 'ConfigError definePlugin loadConfig readConfig refuseCall startGateway',
    types: `
      AnsweredCall ConfigProblem FilePosition GatewayCall GatewayConfig GatewayLimits HealthCheckConfig ListenerConfig
      Plugin PluginConfig PluginContext PluginInstance PluginMetrics PluginStage PoolConfig ReadConfig ReadOptions
      RouteConfig RoutePluginConfig RunningGateway TargetConfig TlsFiles TypedPlugin
    `,
  },
  'replywire/auth': {
    values: `
      AuthError apiKeyAuth challenge firstOf hasRoles hashApiKey jwtAuth newApiKey optionalAuth staticKeys
    `,
    types: `
      ApiKeyOptions ApiKeyRecord Audiences AuthCategory AuthReason Authenticate AuthenticateTraits ClaimPaths
      Credentials FetchKeys JwtIssuer JwtOptions Principal SecurityScheme
    `,
  },
  'replywire/files': {
    values: `
      Checkpoint FileError agentHandler answerRequest askAgent checkFiles finishRun needsAgent openRun
      readResponse resumeRun runProgram surveyRequests watchRequests writeResponse
    `,
    types: `
      AgentQuestion AnswerOptions AnswerResult Checked FileReason FileRequest FileRunOptions FoundResponse HandlerResult
      Holder Host HostOptions ProgramEnd ProgramOptions RequestHandler RequestHandlerContext ResponseLookup ResponseQuery Run SetAside Survey
      SurveyedRequest SurveyedRun WriteResponseOptions WrittenResponse
    `,
  },
  'replywire/codec': {
    values: `
      Body Losses SseReader a2aWire canceled check completed created decode defaultJsonLimits defined detect editionOf
      elsewhere extraFrom extraMembers faceOf failed fault faultCategories fileWire filledListOf finding holdsStackTrace httpWire
      hub isHeaderText isObject isOutcome isValid jsonRules lacksHeader listOf lost mappingFor mcpWire mediaTypeOf needed
      number object objects only optional partial paused payloadJson payloadObject payloadOf pending plain
      plainStream pointer readBody readSse readStream retryAfter ruleTable schemaFindings seal secondsToMs snake
      stackTraceRule streamRules text texts tokensOf translate translateStream unknownAsConflict variants wellFormed withFreeMembers withoutStackTraces writeSse writeStream
    `,
    types: `
      A2aServing A2aWire Action AnswerKind AnswerSample AnswerSchemas ArrivedWebhook Artifact Author BinaryEncoding
      Call CallChange CallMessage Calling Canceled Carrier CheckOptions Citation Codec Completed Contract
      ContractOptions Data Decoded DecodedCall Detected Detection DigestPolicy DocumentFace Edition EditionChoice
      Encoded EndpointDescription EndpointServing ExampleMessage Exchange Extra Face Failed Fault FaultCategory
      FileWire Finding FixFacts FixResult Form HeaderDescription HostRun HttpHeaders HttpWire HttpWireInit
      IdempotencyServing Interim Issue Json JsonLimits JsonNote JsonObject JsonProblem JsonReading KeyFailure Level
      ListCodec Location Loss Mapped Mapping McpServing McpWire MessageKind Migration MigrationQuestion MintSource
      Moment Need NodeCodec NodeOptions Notice OpenApiKit OpenApiServing OperationFacts OperationHost OperationSummary
      OperationsServing Outcome OutcomeBase OutputDescription Page Part Paused Payload Pending Preferences ProbeAnswer
      ProbeCase ProbeCheck ProbeContext ProbeFile ProbeRequest ProbeRoute ProbeRow ProbeTargets ProbeTools Probing
      Progress PublishedOperation PushChecks PushRegistration PushServing QueryEcho ReadMoments Reading Recovery
      RequestFace RequestHead RequestServing RequestSignatures RpcRefusal Rule RuleExample RuleExamples SealSource
      SealedExchange ServedAnswer ServedCall ServedOperation ServedTask ServedTaskState Serving SignatureFacts
      SignatureFailure SignatureMode SignatureProfile SignaturePurpose SignatureServing SignedCall SseEvent Stream
      StreamHead StreamReader StreamServing StreamWriter TaskAnswer TaskCalling TaskFacts TaskMessage TaskOrder
      TaskQuery TaskRef TaskServing TaskSummary TranslateOptions TranslateStreamOptions Translation Unknown Validator
      WebhookReceiver Wire WireOf WrittenEvents
    `,
  },
  'replywire/contracts/a2a': {
    values: 'a2a',
    types: '',
  },
  'replywire/contracts/adcp': {
    values: 'adcp adcpContract readWebhook',
    types: 'TaskWebhook',
  },
  'replywire/contracts/agent-file': {
    values: 'agentFile compress decode fix matchesRequest',
    types: 'AgentRequest AgentResponse ReadOptions',
  },
  'replywire/contracts/agent-run': {
    values: 'agentRun',
    types: 'AgentError AgentRunRequest AgentRunResponse GroundingPack Health',
  },
  'replywire/contracts/jpcite': {
    values: `
      StandardError StandardResponse isRequestId isUlid jpcite languageOf mergeVary milestones mintUlid negotiate
      phaseAt readClientTag requestIdFrom userMessageOf versionHeaders versionServed wrapForMcp writeClientTag
    `,
    types: `
      EmptyReason EnvelopeParts ErrorCode ErrorParts JpciteOperationOptions JpciteServerOptions Language
      MigrationSetting Negotiation NegotiationInput Phase StandardAction StandardCitation StandardMeta
      StandardQueryEcho Status UlidSource Version VersionInput
    `,
  },
  'replywire/contracts/mcp': {
    values: 'mcp',
    types: '',
  },
  'replywire/contracts/problem': {
    values: 'problem',
    types: '',
  },
  'replywire/contracts/yaagents': {
    values: `
      PROFILE_VERSION accepted approvalRequired clarificationRequired conflict created error failedDependency
      forbidden success validationFailed yaagents
    `,
    types: `
      AgenticError ApprovalRequired ClarificationRequired Conflict OperationAccepted RequiredInput Trace
      ValidationFailed YaagentsOperationOptions
    `,
  },
  'replywire/governance': {
    values: 'discoverKeys issueGovernanceToken issueRevocationList payloadHash planHash verifyGovernanceToken',
    types: `
      AdcpGovernanceOptions Commitment DiscoveryOptions ExecutionCheck ExecutionTask GovernanceCheck GovernanceClaims GovernanceCode
      GovernanceExpectations GovernanceHeader GovernancePhase GovernanceProfile GovernanceRefusal GovernanceTrust
      GovernedBuyer GovernedCaller GovernedTask NewGovernanceClaims NewRevocationList RevocationList SigningJwk
      VerifiedToken
    `,
  },
  'replywire/webhooks': {
    values: `
      memoryNonces sign storeNonces verifyAdcpHmac verifyBearer verifySigned verifyStandard
    `,
    types: `
      KeyAnswer KeyDirectory KeyFailure KeyQuestion NonceCache NonceResult NonceUse PublishedJwk PublishedKey
      ReceivedWebhook RevocationState SecretProblem SignaturePurpose SignedPost SignedWebhook Signing SigningProblem
      UnsignedWebhook Verified VerifiedPost VerifyProblem WebhookAuth WebhookHeaders
    `,
  },
  'replywire/testing': {
    values: `
      calls checkFixture exampleProblems exchanges fixtureProblems goldenExchange goldenOutcomes json jsonObject laws
      mutations outcomes readFixtures silentLoss streams wireOf
    `,
    types: 'ArbitraryOptions Fixture Law LawOptions Mutation',
  },
}

const words = (text: string) => text.split(/\s+/).filter(word => word !== '')

describe('the public surface', () => {
  // The entry of a new contract comes with its row in the registry; those above must not vanish.
  test('has these entries, and one for each contract', () => {
    const ofContracts = contracts.map(({ id }) => `replywire/contracts/${id}`)
    expect([...entries().keys()].toSorted()).toEqual([...new Set([...Object.keys(pinned), ...ofContracts])].toSorted())
  })

  test.each(Object.entries(pinned))('%s: values', async (entry, { values }) => {
    const module = await import(resolve(entries().get(entry) ?? ''))
    expect(Object.keys(module).toSorted()).toEqual(words(values))
  })

  test.each(Object.entries(pinned))('%s: types', (entry, { types }) => {
    const found = exported.filter(one => one.entry === entry && one.isType).map(({ name }) => name)
    expect(found.toSorted()).toEqual(words(types))
  })

  // A contract's own entry has the words of its contract: `created` of one profile is not `created` of the hub.
  test('a name has one meaning over the entries that are no contract', () => {
    const places = Map.groupBy(
      exported.filter(({ entry }) => !entry.startsWith('replywire/contracts/')),
      ({ name }) => name,
    )
    const twice = [...places].filter(([, ones]) => new Set(ones.map(({ place }) => place)).size > 1)
    expect(twice.map(([name, ones]) => `${name}: ${ones.map(({ place }) => place).join(', ')}`)).toEqual([])
  })

  test('every entry of package.json has a source', () => {
    for (const entry of Object.values(manifest.exports) as (string | { default: string })[]) {
      if (typeof entry === 'string' || entry.default.includes('*')) continue
      expect(existsSync(entry.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')), entry.default).toBe(true)
    }
  })

  test.each(contracts)('replywire/contracts/$id exports the contract, by its id in camel case', async contract => {
    const module = await import(resolve(`src/contracts/${contract.id}/index.ts`))
    const name = contract.id.replaceAll(/-[a-z]/g, part => part.slice(1).toUpperCase())
    expect(module[name]).toBe(contract)
  })

  test('the package declares the profile that it supports', () => {
    expect(manifest.description).toContain('Supports YAAgents Profile v0.3')
    expect(manifest.yaagents.profile).toBe('v0.3')
  })

  test('the lock file records no download address', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
  })
})
