/** The releases of AdCP that are editions of the contract, and the one that is meant when none is named. */
import type { Release } from './release.ts'
import { release31 } from './releases/3.1.ts'
import { beta3 } from './releases/3.1-beta.3.ts'
import { release32 } from './releases/3.2-beta.5.ts'

export const releases: readonly [Release, ...Release[]] = [beta3, release31, release32]

/** 3.2-beta.5 and 3.1-beta.3 are served only to those who ask for them. */
export const currentRelease: Release = release31

/** A release by its name on the wire, or by the name of a published release that it stands for: 3.1 is every 3.1.x. */
export function releaseNamed(name: string): Release | undefined {
  const minor = /^(\d+\.\d+)\.\d+$/.exec(name)?.[1]
  return releases.find(release => release.name === name || release.name === minor || release.builds.includes(name))
}

/** The release of an edition. */
export function releaseOf(edition: string): Release {
  return releaseNamed(edition) ?? currentRelease
}

/** It has the types of all others, and more. */
export const newestRelease: Release = release32
