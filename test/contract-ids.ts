/** Finds the ids of contracts in a source: as literals, as object keys, as identifiers. Comments do not count. */
import ts from 'typescript-5.9'

/** `mcp` and `a2a` are names of carriers too. */
const ids = ['adcp', 'jpcite', 'yaagents', 'agent-run', 'agent-file']
const any = ids.join('|')

/** In a text the id stands alone: `adcp@3.1` and `yaagents/trace` count, `adcp-hmac` and `x-adcp-status` do not. */
const inText = new RegExp(`(?<![\\w.-])(?:${any})(?![\\w-])`)

/** `problem` is an English word: it counts only as a whole text, with a version or rule behind it, and as a folder. */
const wholeText = /^problem(?:[@/].*)?$|\/contracts\/problem\//s

/** In an identifier the id is a word, or several: `isAdcp`, `agentRun`, but not `agentRuntime`. */
const inName = new RegExp(`(?:^|-)(?:${any})(?:-|$)`)

/** The name of a scheme for webhooks. */
const otherNames = /adcp-hmac/g

const worthParsing = new RegExp(`${any.replaceAll('-', '-?')}|problem`, 'i')

function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
}

function isNamed(node: ts.Node): boolean {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
    return inName.test(kebab(node.text.replace('#', '')).replaceAll(otherNames, ''))
  }
  if (ts.isStringLiteralLike(node)) return inText.test(node.text) || wholeText.test(node.text)
  if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isRegularExpressionLiteral(node)) {
    return inText.test(node.text)
  }
  return false
}

/** Every place with the id of a contract, as `FILE:LINE TEXT`. */
export function contractIdsIn({ file, text }: { file: string; text: string }): string[] {
  if (!worthParsing.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isNamed(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${file}:${line + 1} ${node.getText(source)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
