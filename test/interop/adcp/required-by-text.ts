/** What the text of AdCP demands and its schemas do not state: the sentence, by the rule that checks it. */
export const requiredByText: Readonly<Record<string, string>> = {
  'adcp/issue-field': 'core/error, field: with issues[], sellers MUST set it to issues[0].pointer, translated',
}
