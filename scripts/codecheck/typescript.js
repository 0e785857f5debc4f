// Prints "from<TAB>to" for every import of a tree that a file of it answers.
const ts = require('typescript'), fs = require('fs'), path = require('path')
const root = path.resolve(process.argv[process.argv.length - 1])
const options = new Map()
function optionsOf (dir) {
  if (options.has(dir)) return options.get(dir)
  let o
  for (const name of ['tsconfig.json', 'jsconfig.json']) {
    const file = path.join(dir, name)
    if (!o && fs.existsSync(file)) {
      const read = ts.readConfigFile(file, ts.sys.readFile)
      o = ts.parseJsonConfigFileContent(read.config || {}, { ...ts.sys, readDirectory: () => [] }, dir).options
    }
  }
  if (!o) o = dir === root ? {} : optionsOf(path.dirname(dir))
  o = { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext, ...o, allowJs: true }
  options.set(dir, o)
  return o
}
function visit (dir) {
  for (const e of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, e.name)
    if (e.isDirectory()) { if (e.name !== 'node_modules' && e.name !== '.git') visit(file); continue }
    if (!e.isFile() || !/\.[cm]?[jt]sx?$/.test(e.name)) continue
    const text = fs.readFileSync(file, 'utf8')
    for (const im of ts.preProcessFile(text, true, true).importedFiles) {
      const r = ts.resolveModuleName(im.fileName, file, optionsOf(dir), ts.sys).resolvedModule
      if (r && r.resolvedFileName.startsWith(root + path.sep)) console.log(path.relative(root, file) + '\t' + path.relative(root, r.resolvedFileName))
    }
  }
}
visit(root)
