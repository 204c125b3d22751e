import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Runs nodes of OpenSearch until its input ends: java Nodes.java FOLDER NODES PORT_BEFORE_THE_FIRST. */
public class Nodes {
  public static void main(String[] args) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> settings.put("cluster.routing.allocation.disk.threshold_enabled", false));
    runner.build(OpenSearchRunner.newConfigs().basePath(args[0]).numOfNode(Integer.parseInt(args[1]))
        .baseHttpPort(Integer.parseInt(args[2])).clusterName("souk-" + args[2]));
    runner.ensureYellow();
    System.out.println("nodes are ready");
    while (System.in.read() >= 0);
    runner.close();
    System.exit(0);
  }
}
