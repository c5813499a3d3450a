// What OmegaT's own readers make of glossaries: a line of JSON. Arguments: a project's folder, its target language, files.
import groovy.json.JsonOutput
import org.omegat.core.Core
import org.omegat.core.data.NotLoadedProject
import org.omegat.core.data.ProjectProperties
import org.omegat.gui.glossary.GlossaryReaderTBX
import org.omegat.gui.glossary.GlossaryReaderTSV

def properties = new ProjectProperties(new File(args[0]))
properties.setSourceLanguage("en")
properties.setTargetLanguage(args[1])
Core.setProject(new NotLoadedProject() { ProjectProperties getProjectProperties() { properties } })

def read(File file) {
  try {
    def found = file.name.endsWith(".tbx") ? GlossaryReaderTBX.read(file, false) : GlossaryReaderTSV.read(file, false)
    return found.collect { [it.srcText, it.getLocTerms(false).join(", "), it.comments.join("\n")] }
  } catch (Exception refused) {
    return "refused: " + refused.class.simpleName
  }
}

println JsonOutput.toJson(args.drop(2).collectEntries { [new File(it).name, read(new File(it))] })
