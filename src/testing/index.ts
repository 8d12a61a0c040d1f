/** For contract authors' own tests: the laws, generated messages, fixtures and mutations. Needs `fast-check`. */
export { type ArbitraryOptions, calls, exchanges, json, jsonObject, outcomes, streams } from './arbitrary.ts'
export { checkFixture, type Fixture, readFixtures, wireOf } from './fixture.ts'
export { goldenExchange, goldenOutcomes } from './golden.ts'
export { fixtureProblems } from './laws/corpus.ts'
export { exampleProblems } from './laws/rule-examples.ts'
export { type Law, type LawOptions, laws } from './laws.ts'
export { silentLoss } from './less-losses.ts'
export { type Mutation, mutations } from './mutation.ts'
